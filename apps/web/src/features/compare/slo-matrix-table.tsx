'use client';

import { buildSloMatrix, type SloCell } from '@proofload/charts';
import type { Comparison } from '@proofload/contracts';
import { CheckCircle2, CircleAlert, CircleHelp } from 'lucide-react';
import Link from 'next/link';
import { StyleMark } from '@/components/chart/style-mark';
import { classNames } from '@/components/ui/class-names';
import { Table } from '@/components/ui/table';
import type { GroupLook } from './group-look';

export interface SloMatrixTableProps {
  comparison: Comparison;
  look: GroupLook;
  /** Whether run names lead to their pages; a report's runs may be gone. */
  isLinked?: boolean;
}

/** Objectives by runs: red cells with the number where one did not hold. */
export function SloMatrixTable({ comparison, look, isLinked = true }: SloMatrixTableProps) {
  const { columns, rows } = buildSloMatrix(comparison);
  const spans = comparison.groups.map(({ key }) => ({
    key,
    span: columns.filter(({ group }) => group === key).length,
  }));
  const ordered = spans.flatMap(({ key }) =>
    columns.flatMap((column, index) => (column.group === key ? [index] : [])),
  );
  return (
    <Table label="Objectives by run" className="w-auto border-separate border-spacing-0.5">
      <thead>
        <tr>
          <th
            scope="col"
            rowSpan={2}
            className="px-3 py-1 text-left align-bottom text-xs font-medium text-muted"
          >
            Objective
          </th>
          <th
            scope="col"
            rowSpan={2}
            className="px-3 py-1 text-right align-bottom text-xs font-medium text-muted"
          >
            Met
          </th>
          {spans.map(({ key, span }) => {
            const style = look.styles.get(key);
            return (
              span > 0 && (
                <th
                  key={key}
                  scope="colgroup"
                  colSpan={span}
                  className="px-2 py-1 text-center text-xs font-medium whitespace-nowrap"
                >
                  <span className="inline-flex items-center gap-1.5">
                    {style && <StyleMark style={style} />}
                    {look.labels.get(key) ?? key}
                  </span>
                </th>
              )
            );
          })}
        </tr>
        <tr>
          {ordered.map((index) => {
            const column = columns[index];
            return (
              column && (
                <th
                  key={column.run}
                  scope="col"
                  className="px-2 pb-1 text-center text-xs font-normal whitespace-nowrap text-muted"
                >
                  {isLinked ? (
                    <Link href={`/runs/${column.run}`} className="hover:underline">
                      {column.label}
                    </Link>
                  ) : (
                    column.label
                  )}
                </th>
              )
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, objective, met, judged, cells }) => (
          <tr key={`${name}${objective}`}>
            <th scope="row" className="px-3 py-1.5 text-left font-medium whitespace-nowrap">
              {name}
              <span className="block text-xs font-normal text-muted">{objective}</span>
            </th>
            <td className="tabular px-3 py-1.5 text-right whitespace-nowrap">
              {met} of {judged}
            </td>
            {ordered.map((index) => {
              const cell = cells[index];
              return cell && <MatrixCell key={cell.run} cell={cell} />;
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const looks: Record<SloCell['state'], { className: string; icon: typeof CheckCircle2 | null; word: string }> =
  {
    met: { className: 'text-pass', icon: CheckCircle2, word: 'met' },
    missed: { className: 'bg-breach-soft font-semibold text-breach', icon: CircleAlert, word: 'missed' },
    unknown: { className: 'text-muted italic', icon: CircleHelp, word: 'not judged' },
    absent: { className: 'text-muted', icon: null, word: 'not asked' },
  };

function MatrixCell({ cell }: { cell: SloCell }) {
  const { className, icon: Icon, word } = looks[cell.state];
  return (
    <td
      title={cell.detail}
      className={classNames('tabular rounded px-2 py-1.5 text-right whitespace-nowrap', className)}
    >
      <span className="inline-flex items-center justify-end gap-1">
        {Icon && <Icon aria-hidden className="size-3.5" />}
        {cell.text}
        <span className="sr-only">, {word}</span>
      </span>
    </td>
  );
}
