import type { Run, SloResult } from '@proofload/contracts';
import { formatDurationMs, formatQuantity, scaleQuantity } from '@proofload/domain';
import { CheckCircle2, CircleAlert, CircleHelp, TriangleAlert } from 'lucide-react';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Quantity } from '@/components/ui/quantity';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';

/** What limits the trust in a run: gaps, folded series, failed scrapes. */
export function Warnings({ run }: { run: Run }) {
  if (run.warnings.length === 0) return null;
  return (
    <div role="status" className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <ul className="min-w-0 space-y-0.5">
        {run.warnings.map((warning) => (
          <li key={warning} className="break-words">
            {warning}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Objectives first: whether they held, and when they did not. */
export function Objectives({ run }: { run: Run }) {
  return (
    <Panel title="Objectives">
      {run.slos.length === 0 ? (
        <EmptyState title={run.status === 'finished' ? 'No objectives' : 'Not judged yet'}>
          <p>
            {run.status === 'finished'
              ? 'The definition of this run has no SLOs.'
              : 'Objectives are judged when the load has ended.'}
          </p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {run.slos.map((slo) => (
            <Objective key={slo.name} slo={slo} startedAt={run.startedAt} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Objective({ slo, startedAt }: { slo: SloResult; startedAt: string | null }) {
  const Icon = slo.met === null ? CircleHelp : slo.met ? CheckCircle2 : CircleAlert;
  const tone = slo.met === null ? 'text-muted' : slo.met ? 'text-pass' : 'text-breach';
  const offset = (at: string): string =>
    startedAt ? formatDurationMs(Math.max(0, Date.parse(at) - Date.parse(startedAt))) : at;
  return (
    <li className="flex items-start gap-2.5 px-4 py-3">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{slo.name}</span>
          <span>
            <Quantity value={slo.value} unit={slo.unit} />{' '}
            <span className="text-muted">objective {slo.objective}</span>
          </span>
        </p>
        <p className="text-muted">
          {slo.met === null ? 'Not assessable' : slo.met ? 'Met' : 'Missed'}
          {slo.note && `: ${slo.note}`}
        </p>
        {slo.breaches.length > 0 && (
          <ul className="mt-1 space-y-0.5 text-xs">
            {slo.breaches.slice(0, 8).map(({ from, to, worst }) => (
              <li key={from} className="tabular">
                In breach from {offset(from)} to {offset(to)}
                {worst !== null && `, worst ${formatQuantity(worst, slo.unit)}`}
              </li>
            ))}
            {slo.breaches.length > 8 && <li>and {slo.breaches.length - 8} more intervals</li>}
          </ul>
        )}
      </div>
    </li>
  );
}

export function Measurements({ run }: { run: Run }) {
  const entries = Object.entries(run.measurements);
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
              <HeadCell numeric>Observations</HeadCell>
              <HeadCell>Window</HeadCell>
            </tr>
          </thead>
          <tbody>
            {entries.map(([name, { value, unit, spread, samples, window, note }]) => (
              <Row key={name}>
                <Cell className="font-medium">
                  {name}
                  {note && <p className="text-xs font-normal text-muted">{note}</p>}
                </Cell>
                <Cell numeric>
                  <Quantity value={value} unit={unit} />
                </Cell>
                <Cell numeric className="text-muted">
                  {spread
                    ? `${formatQuantity(spread.min, unit)} to ${formatQuantity(spread.max, unit)}`
                    : '–'}
                </Cell>
                <Cell numeric>{samples.toLocaleString('en-GB').replaceAll(',', '\u202f')}</Cell>
                <Cell className="text-muted">
                  {window ? (
                    <span title={`${window.from} to ${window.to}`}>
                      {window.name}, {formatDurationMs(Date.parse(window.to) - Date.parse(window.from))}
                    </span>
                  ) : (
                    '–'
                  )}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

export function Artifacts({ run }: { run: Run }) {
  return (
    <Panel title="Artifacts">
      {run.artifacts.length === 0 ? (
        <EmptyState title="No artifacts">
          <p>Scripts, summaries and outputs of the load generator are kept here.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {run.artifacts.map(({ name, size, sha256, url }) => {
            const { value, unit } = scaleQuantity(size, 'bytes');
            return (
              <li key={name} className="flex items-baseline justify-between gap-3 px-4 py-2">
                <a href={url} className="truncate text-accent hover:underline" title={`SHA-256 ${sha256}`}>
                  {name}
                </a>
                <span className="tabular text-muted">
                  {value.toFixed(unit === 'B' ? 0 : 1)} {unit}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

export function Environment({ run }: { run: Run }) {
  const facts = Object.entries(run.environment);
  return (
    <Panel title="Environment">
      {facts.length === 0 && run.annotations.length === 0 ? (
        <EmptyState title="Nothing recorded">
          <p>Versions and hosts that took part are noted when the run starts.</p>
        </EmptyState>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 px-4 py-3">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
          {run.annotations.map(({ id, at, text }) => (
            <div key={id} className="contents">
              <dt className="text-muted">
                <Time at={at} style="short" />
              </dt>
              <dd className="break-words">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
