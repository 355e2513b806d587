import type { ScalingCurve, ScalingPoint } from '@proofload/contracts';
import { formatQuantity, formatStep } from '@proofload/domain';
import { Circle, CircleSlash } from 'lucide-react';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Finding } from './finding';
import { RunLink } from './run-link';

/** The levels of a curve in numbers: mean, step, speed-up, efficiency, the finding, and what was left out. */
export function ScalingTable({ curve, factor }: { curve: ScalingCurve; factor: string }) {
  const { measurement, unit, points, reference } = curve;
  const hasGain = points.some(({ gain }) => gain !== null);
  const hasEfficiency = points.some(({ efficiency }) => efficiency !== null);
  return (
    <Table label={`${measurement} by ${factor}`}>
      <thead>
        <tr>
          <HeadCell>{factor}</HeadCell>
          <HeadCell numeric>n</HeadCell>
          <HeadCell numeric>Mean</HeadCell>
          <HeadCell numeric>Step</HeadCell>
          <HeadCell numeric>Against {reference ?? 'the first'}</HeadCell>
          {hasGain && <HeadCell numeric>Speed-up</HeadCell>}
          {hasEfficiency && <HeadCell numeric>Efficiency</HeadCell>}
          <HeadCell>Finding</HeadCell>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <Row key={point.level} className="last:[&>th]:border-b-0">
            <th scope="row" className="border-b border-line px-3 py-2 align-top font-medium first:pl-4">
              {point.level}
            </th>
            <Cell numeric>{point.n}</Cell>
            <Cell numeric>
              <Quantity value={point.mean} unit={unit} amount={point.amounts ?? undefined} />
              <Bounds interval={point.interval} say={(value) => formatQuantity(value, unit)} />
            </Cell>
            <Cell numeric>
              {point.step === null ? <Nothing /> : formatStep(point.step.change)}
              <Bounds interval={point.step?.interval ?? null} say={formatStep} />
            </Cell>
            <Cell numeric>{point.change === null ? <Nothing /> : formatStep(point.change)}</Cell>
            {hasGain && (
              <Cell numeric>
                {point.gain === null ? <Nothing /> : `${point.gain.ratio.toFixed(2)}x`}
                <Bounds interval={point.gain?.interval ?? null} say={(value) => value.toFixed(2)} />
              </Cell>
            )}
            {hasEfficiency && (
              <Cell numeric>
                <Efficiency point={point} />
              </Cell>
            )}
            <Cell>
              <PointFinding point={point} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

const Nothing = () => <span className="text-muted">–</span>;

function Bounds({
  interval,
  say,
}: {
  interval: { low: number; high: number } | null;
  say: (value: number) => string;
}) {
  if (interval === null) return null;
  return (
    <span className="block text-xs text-muted">
      {say(interval.low)} to {say(interval.high)}
    </span>
  );
}

function Efficiency({ point: { efficiency } }: { point: ScalingPoint }) {
  if (efficiency === null) return <Nothing />;
  return (
    <>
      {efficiency.value.toFixed(2)}
      <Bounds interval={efficiency.interval} say={(value) => value.toFixed(2)} />
      {efficiency.isSuperLinear && (
        <span className="flex items-center justify-end gap-1 text-xs text-warn">
          <Circle aria-hidden className="size-3" />
          super-linear
        </span>
      )}
    </>
  );
}

function PointFinding({ point }: { point: ScalingPoint }) {
  const { leftOut, n } = point;
  return (
    <div className="min-w-48 space-y-1">
      {(n > 0 || leftOut.length === 0) && <OpenFinding point={point} />}
      {leftOut.map(({ run, name, reason, value }) => (
        <p key={run} className="flex max-w-80 items-start gap-1 text-xs text-muted">
          <CircleSlash aria-hidden className="mt-0.5 size-3 shrink-0" />
          <span className="min-w-0 break-words">
            left out:{' '}
            <RunLink id={run} className="text-accent underline" title={name}>
              {reason}
            </RunLink>
            {value !== null && ' (its mark is hollow)'}
          </span>
        </p>
      ))}
    </div>
  );
}

/** The finding, with its sentence and what would tell behind it. */
function OpenFinding({ point: { difference, sentence, advice } }: { point: ScalingPoint }) {
  if (difference === 'baseline' || difference === 'no-data') return <Finding difference={difference} />;
  return (
    <details>
      <summary className="cursor-pointer rounded marker:text-muted hover:underline" title={sentence}>
        <Finding difference={difference} />
      </summary>
      <p className="mt-1 max-w-80 min-w-56 text-xs text-muted">
        {sentence}.{advice !== null && ` Replicates${advice.replace(/^replicates/, '')}.`}
      </p>
    </details>
  );
}
