import { styleTreatments } from '@proofload/charts';
import type { ComparedCell, Comparison, Experiment } from '@proofload/contracts';
import { formatInterval, formatQuantity, formatRatio } from '@proofload/domain';
import { CheckCircle2, CircleAlert, CircleHelp, Star } from 'lucide-react';
import { StyleMark } from '@/components/chart/style-mark';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Tooltip } from '@/components/ui/tooltip';
import {
  listFactorNames,
  listTreatmentRows,
  type ObjectiveTally,
  type TreatmentRow,
  tallyObjectives,
} from './treatment-rows';

export interface TreatmentTableProps {
  experiment: Experiment;
  comparison: Comparison;
}

/** Levels by measurements: mean, spread, n and ratio to the baseline, and how often each objective held. */
export function TreatmentTable({ experiment, comparison }: TreatmentTableProps) {
  const rows = listTreatmentRows(experiment.treatmentList, comparison.groups);
  const factors = listFactorNames(rows);
  const styles = styleTreatments(
    rows.map(({ key }) => key),
    comparison.baseline,
  );
  return (
    <Table label="Treatments">
      <thead>
        <tr>
          <HeadCell className="w-0 pr-0">
            <span className="sr-only">Mark</span>
          </HeadCell>
          {factors.length === 0 && <HeadCell>Treatment</HeadCell>}
          {factors.map((name) => (
            <HeadCell key={name} numeric>
              {name}
            </HeadCell>
          ))}
          <HeadCell numeric>n</HeadCell>
          {comparison.measurements.map(({ name, better }) => (
            <HeadCell key={name} numeric title={`${better === 'none' ? 'No' : better} is better`}>
              {name}
            </HeadCell>
          ))}
          {comparison.slos.length > 0 && <HeadCell>Objectives met</HeadCell>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const style = styles.get(row.key);
          return (
            <Row key={row.key}>
              <Cell className="pr-0">{style && <StyleMark style={style} />}</Cell>
              {factors.length === 0 && <Cell>{row.key}</Cell>}
              {factors.map((name, index) => (
                <Cell key={name} numeric className="font-medium">
                  {row.params[name] === undefined ? '–' : String(row.params[name])}
                  {index === 0 && row.key === comparison.baseline && <BaselineNote />}
                </Cell>
              ))}
              <ReplicateCell row={row} />
              {comparison.measurements.map(({ name, unit, cells }) => (
                <Cell key={name} numeric>
                  <MeasuredCell cell={cells.find((cell) => cell.group === row.key)} unit={unit} />
                </Cell>
              ))}
              {comparison.slos.length > 0 && (
                <Cell>
                  <ObjectiveDots tallies={tallyObjectives(comparison, row.group?.runs ?? [])} />
                </Cell>
              )}
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

function BaselineNote() {
  return (
    <span className="flex items-center justify-end gap-1 text-xs font-normal text-muted">
      <Star aria-hidden className="size-3 fill-current" />
      baseline
    </span>
  );
}

function ReplicateCell({ row: { group } }: { row: TreatmentRow }) {
  const excluded = group?.excluded.length ?? 0;
  return (
    <Cell numeric>
      {group?.n ?? 0}
      {excluded > 0 && (
        <span
          className="block text-xs text-muted"
          title={group?.excluded.map(({ run, reason }) => `${run}: ${reason}`).join('\n')}
        >
          {excluded} left out
        </span>
      )}
    </Cell>
  );
}

function MeasuredCell({ cell, unit }: { cell: ComparedCell | undefined; unit: string | null }) {
  if (!cell || cell.n === 0) return <span className="text-muted">–</span>;
  if (cell.mean === null) return <span className="text-muted italic">no data</span>;
  const hasSpread = cell.min !== null && cell.max !== null && cell.n > 1;
  return (
    <>
      <Quantity value={cell.mean} unit={unit} />
      {hasSpread && (
        <span className="block text-xs text-muted">
          {formatQuantity(cell.min, unit)} to {formatQuantity(cell.max, unit)}
        </span>
      )}
      {cell.difference !== 'baseline' && cell.ratio !== null && (
        <Tooltip content={cell.sentence}>
          <button type="button" className="block w-full cursor-help text-right text-xs">
            {formatRatio(cell.ratio)}{' '}
            <span className="text-muted">
              {cell.low === null ? 'not assessable' : formatInterval(cell.low, cell.high)}
            </span>
          </button>
        </Tooltip>
      )}
    </>
  );
}

function ObjectiveDots({ tallies }: { tallies: readonly ObjectiveTally[] }) {
  return (
    <ul className="space-y-0.5">
      {tallies.map(({ name, objective, met, judged }) => {
        const isMissed = met < judged;
        const Icon = isMissed ? CircleAlert : judged > 0 ? CheckCircle2 : CircleHelp;
        const tone = isMissed ? 'text-breach' : judged > 0 ? 'text-pass' : 'text-muted';
        return (
          <li key={name} className="flex items-center gap-1.5 whitespace-nowrap" title={objective}>
            <Icon aria-hidden className={`size-3.5 ${tone}`} />
            {name}
            <span className="tabular text-muted">{judged === 0 ? 'not judged' : `${met} of ${judged}`}</span>
          </li>
        );
      })}
    </ul>
  );
}
