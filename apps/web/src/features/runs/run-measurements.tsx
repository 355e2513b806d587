import type { ComparedCell, Comparison, Measurement, Run } from '@proofload/contracts';
import { formatDurationMs, formatInterval, formatNumber, formatRange, formatRatio } from '@proofload/domain';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';

/** What was measured: the value with its spread in the run, and how it stands among the replicates of its treatment. */
export function RunMeasurements({ run, siblings }: { run: Run; siblings: Comparison | null }) {
  const entries = Object.entries(run.measurements);
  const hasGroup = siblings !== null;
  const hasRatio = hasGroup && siblings.baseline !== null && siblings.baseline !== run.treatment;
  const cellOf = (name: string): ComparedCell | undefined =>
    siblings?.measurements
      .find((measurement) => measurement.name === name)
      ?.cells.find(({ group }) => group === run.treatment);
  return (
    <Panel title="Measurements">
      {entries.length === 0 ? (
        <EmptyState title="Nothing measured yet">
          <p>Measurements are computed when the load has ended.</p>
        </EmptyState>
      ) : (
        <Table label="Measurements">
          <thead>
            <tr>
              <HeadCell>Measurement</HeadCell>
              <HeadCell numeric>Value</HeadCell>
              <HeadCell numeric>Spread within the run</HeadCell>
              {hasGroup && <HeadCell numeric>Mean of its replicates</HeadCell>}
              {hasRatio && <HeadCell numeric>Against {siblings.baseline}</HeadCell>}
              <HeadCell numeric>Observations</HeadCell>
              <HeadCell>Window</HeadCell>
            </tr>
          </thead>
          <tbody>
            {entries.map(([name, measurement]) => (
              <Row key={name}>
                <OwnCells name={name} measurement={measurement} />
                {hasGroup && <GroupCell cell={cellOf(name)} unit={measurement.unit} />}
                {hasRatio && <RatioCell cell={cellOf(name)} />}
                <OriginCells measurement={measurement} windows={run.windows} />
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function OwnCells({
  name,
  measurement: { value, amount, unit, spread, note },
}: {
  name: string;
  measurement: Measurement;
}) {
  return (
    <>
      <Cell className="font-medium">
        {name}
        {note && <p className="max-w-prose text-xs font-normal text-muted">{note}</p>}
      </Cell>
      <Cell numeric className="font-medium">
        <Quantity value={value} unit={unit} amount={amount} />
      </Cell>
      <Cell numeric className="text-muted">
        {spread ? formatRange(spread.min, spread.max, unit) : '–'}
      </Cell>
    </>
  );
}

function GroupCell({ cell, unit }: { cell: ComparedCell | undefined; unit: string | null }) {
  if (!cell || cell.mean === null) {
    return (
      <Cell numeric className="text-muted">
        –
      </Cell>
    );
  }
  return (
    <Cell
      numeric
      title={cell.min !== null && cell.max !== null ? formatRange(cell.min, cell.max, unit) : undefined}
    >
      <Quantity value={cell.mean} unit={unit} /> <span className="text-muted">n = {cell.n}</span>
    </Cell>
  );
}

function RatioCell({ cell }: { cell: ComparedCell | undefined }) {
  return (
    <Cell numeric title={cell?.sentence}>
      {cell?.ratio == null ? (
        <span className="text-muted">–</span>
      ) : (
        <>
          {formatRatio(cell.ratio)}{' '}
          <span className="text-muted">
            {cell.low === null ? 'not assessable' : formatInterval(cell.low, cell.high)}
          </span>
        </>
      )}
    </Cell>
  );
}

function OriginCells({
  measurement: { samples, window },
  windows,
}: {
  measurement: Measurement;
  windows: Run['windows'];
}) {
  return (
    <>
      <Cell numeric>{formatNumber(samples, 15)}</Cell>
      <Cell className="whitespace-nowrap text-muted">
        {window ? (
          <span title={`${window.from} to ${window.to}`}>
            {window.name}
            {Object.hasOwn(windows, window.name) && ' of this run alone'},{' '}
            {formatDurationMs(Date.parse(window.to) - Date.parse(window.from))}
          </span>
        ) : (
          'whole run'
        )}
      </Cell>
    </>
  );
}
