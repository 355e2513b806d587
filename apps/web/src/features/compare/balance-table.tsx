'use client';

import type { BalanceFigureName } from '@proofload/contracts';
import { formatNumber, formatQuantity, formatRatio } from '@proofload/domain';
import { useState } from 'react';
import { StyleMark } from '@/components/chart/style-mark';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, type SortDirection, SortHeadCell, Table } from '@/components/ui/table';
import type { CompareTabProps } from './compare-tab-props';
import type { BalanceSamples } from './parts-samples';

interface Column {
  name: BalanceFigureName;
  label: string;
  hint: string;
  /** In the unit of the metric. */
  hasUnit?: true;
  /** Means nothing as a multiple. */
  isPlain?: true;
}

const columns: readonly Column[] = [
  { name: 'entities', label: 'Entities', hint: 'how many there are', isPlain: true },
  { name: 'mean', label: 'Mean', hint: 'of the entities', hasUnit: true },
  { name: 'least', label: 'Least', hint: 'the entity with the least', hasUnit: true },
  { name: 'greatest', label: 'Greatest', hint: 'the entity with the most', hasUnit: true },
  { name: 'range', label: 'Range', hint: 'greatest minus least; 0 is even', hasUnit: true },
  { name: 'maxToMean', label: 'Max/mean', hint: '1 is even' },
  { name: 'variation', label: 'CV', hint: 'standard deviation over mean; 0 is even' },
  { name: 'gini', label: 'Gini', hint: '0 is even, near 1 is all on one' },
  { name: 'jain', label: 'Jain', hint: '1 is even, 1/n is all on one' },
  { name: 'idle', label: 'Idle', hint: 'entities that do nothing', isPlain: true },
  { name: 'absent', label: 'No data', hint: 'entities without samples', isPlain: true },
];

type SortKey = 'group' | BalanceFigureName;

/** The figures of the balance, one row a group, sorted by any of them. */
export function BalanceTable({
  samples,
  look,
  comparison,
}: Pick<CompareTabProps, 'look' | 'comparison'> & { samples: BalanceSamples }) {
  const [sort, setSort] = useState<{ key: SortKey; direction: SortDirection }>({
    key: 'group',
    direction: 'ascending',
  });
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const rows = samples.groups
    .map((group, index) => ({ group, index }))
    .sort((a, b) => {
      if (sort.key === 'group') return sign * (a.index - b.index);
      const [one, two] = [a, b].map(
        ({ group }) => group.figures[sort.key as BalanceFigureName]?.mean ?? null,
      );
      // Without a number a group stands below the others, whichever way they are sorted.
      if (one == null || two == null) return Number(one == null) - Number(two == null) || a.index - b.index;
      return sign * (one - two) || a.index - b.index;
    });
  const head = (key: SortKey, label: string, numeric: boolean) => (
    <SortHeadCell
      key={key}
      label={label}
      numeric={numeric}
      direction={sort.key === key ? sort.direction : null}
      onSort={() =>
        setSort({
          key,
          direction: sort.key === key && sort.direction === 'ascending' ? 'descending' : 'ascending',
        })
      }
    />
  );
  return (
    <Table label="Figures of the balance">
      <thead>
        <tr>
          {head('group', 'Treatment', false)}
          <HeadCell numeric>n</HeadCell>
          {columns.map(({ name, label }) => head(name, label, true))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ group: { group, n, figures } }) => {
          const style = look.styles.get(group);
          return (
            <Row key={group}>
              <th
                scope="row"
                className="border-b border-line [tr:last-child_&]:border-b-0 py-2 pr-3 pl-4 text-left align-top font-medium"
              >
                <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                  {style && <StyleMark style={style} />}
                  {look.labels.get(group) ?? group}
                </span>
              </th>
              <Cell numeric>{n}</Cell>
              {columns.map((column) => (
                <FigureCell
                  key={column.name}
                  column={column}
                  figure={figures[column.name]}
                  unit={column.hasUnit ? samples.unit : null}
                  isBaseline={group === comparison.baseline}
                />
              ))}
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

function FigureCell({
  column: { hint, isPlain, label },
  figure,
  unit,
  isBaseline,
}: {
  column: Column;
  figure: BalanceSamples['groups'][number]['figures'][BalanceFigureName] | undefined;
  unit: string | null;
  isBaseline: boolean;
}) {
  if (figure?.mean == null)
    return (
      <Cell numeric className="text-muted italic" title={`${label}: ${hint}`}>
        no data
      </Cell>
    );
  const { mean, min, max, n, ratio, sentence } = figure;
  const spread =
    n > 1 && min !== null && max !== null
      ? `; ${formatQuantity(min, unit)} to ${formatQuantity(max, unit)} over ${n} runs`
      : '';
  const against = isBaseline ? 'the baseline' : sentence;
  return (
    <Cell numeric title={`${label}: ${hint}${spread}; ${against}`}>
      {unit === null ? (
        <data value={mean} className="tabular">
          {formatNumber(mean)}
        </data>
      ) : (
        <Quantity value={mean} unit={unit} />
      )}
      {!isPlain && (
        <span className="block text-xs text-muted">
          {isBaseline ? 'baseline' : ratio === null ? 'no ratio' : formatRatio(ratio)}
        </span>
      )}
    </Cell>
  );
}
