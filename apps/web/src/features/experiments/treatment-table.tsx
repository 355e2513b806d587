import { styleTreatments } from '@proofload/charts';
import type { ComparedCell, Comparison, Experiment } from '@proofload/contracts';
import { chooseScale, formatInterval, formatRatio, formatScaled, type Scale } from '@proofload/domain';
import { CheckCircle2, CircleAlert, CircleHelp, Star } from 'lucide-react';
import { StyleMark } from '@/components/chart/style-mark';
import { Quantity } from '@/components/ui/quantity';
import { Cell, ColumnName, HeadCell, Row, Table } from '@/components/ui/table';
import { Tooltip } from '@/components/ui/tooltip';
import {
  listFactorNames,
  listTreatmentRows,
  type ObjectiveTally,
  type TreatmentRow,
  tallyObjectives,
} from './treatment-rows';

type ComparedMeasurement = Comparison['measurements'][number];

export interface TreatmentTableProps {
  /** Those of the definition, whether they were run or not. */
  treatments: Experiment['treatmentList'];
  comparison: Comparison;
}

/** Levels by measurements: mean, spread, n and ratio to the baseline, and how often each objective held. */
export function TreatmentTable({ treatments, comparison }: TreatmentTableProps) {
  const rows = listTreatmentRows(treatments, comparison.groups);
  const factors = listFactorNames(rows);
  const measurements = comparison.measurements.map((measurement) => ({
    measurement,
    scale: scaleOf(measurement),
  }));
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
          {measurements.map(({ measurement: { name, better }, scale }) => (
            <HeadCell key={name} numeric title={betterWords[better]}>
              <ColumnName name={name} unit={scale.unit} />
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
              {measurements.map(({ measurement, scale }) => (
                <MeasuredCell key={measurement.name} row={row} measurement={measurement} scale={scale} />
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

const betterWords = {
  higher: 'Higher is better',
  lower: 'Lower is better',
  none: 'No side is better',
} as const;

const scaleOf = ({ cells, unit }: ComparedMeasurement): Scale =>
  chooseScale(
    cells.map(({ mean }) => mean),
    unit,
  );

function BaselineNote() {
  return (
    <span className="flex items-center justify-end gap-1 text-xs font-normal text-muted">
      <Star aria-hidden className="size-3 fill-current" />
      baseline
    </span>
  );
}

function ReplicateCell({ row: { group } }: { row: TreatmentRow }) {
  // What has not ended yet has no outcome; it is still to come rather than left out.
  const excluded = group?.excluded.filter(({ outcome }) => outcome !== null) ?? [];
  const toCome = (group?.excluded.length ?? 0) - excluded.length;
  return (
    <Cell numeric>
      {group?.n ?? 0}
      {toCome > 0 && <span className="block text-xs text-muted">{toCome} to come</span>}
      {excluded.length > 0 && (
        <span
          className="block text-xs text-muted"
          title={excluded.map(({ run, reason }) => `${run}: ${reason}`).join('\n')}
        >
          {excluded.length} left out
        </span>
      )}
    </Cell>
  );
}

function MeasuredCell({
  row,
  measurement: { unit, cells },
  scale,
}: {
  row: TreatmentRow;
  measurement: ComparedMeasurement;
  scale: Scale;
}) {
  const cell = cells.find(({ group }) => group === row.key);
  if (!cell || cell.n === 0) return <NoValue>–</NoValue>;
  if (cell.mean === null && cell.amount)
    return (
      <Cell numeric title={cell.sentence}>
        <Quantity value={null} unit={unit} amount={cell.amount} />
      </Cell>
    );
  if (cell.mean === null) return <NoValue>no data</NoValue>;
  return (
    <Cell numeric>
      <Quantity value={cell.mean} unit={unit} scale={scale} />
      {cell.min !== null && cell.max !== null && cell.n > 1 && (
        <span className="block text-xs text-muted">
          {formatScaled(cell.min, scale)} to {formatScaled(cell.max, scale)}
        </span>
      )}
      {cell.difference !== 'baseline' && cell.ratio !== null && <RatioNote cell={cell} ratio={cell.ratio} />}
    </Cell>
  );
}

function NoValue({ children }: { children: string }) {
  return (
    <Cell numeric className="text-muted italic">
      {children}
    </Cell>
  );
}

function RatioNote({ cell, ratio }: { cell: ComparedCell; ratio: number }) {
  return (
    <Tooltip content={cell.sentence}>
      <button type="button" className="block w-full cursor-help text-right text-xs">
        {formatRatio(ratio)}{' '}
        <span className="text-muted">
          {cell.low === null ? 'not assessable' : formatInterval(cell.low, cell.high)}
        </span>
      </button>
    </Tooltip>
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
