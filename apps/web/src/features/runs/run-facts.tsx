import type { Run, SloResult } from '@proofload/contracts';
import { formatDurationMs, formatQuantity, scaleQuantity } from '@proofload/domain';
import { CheckCircle2, CircleAlert, CircleHelp, TriangleAlert } from 'lucide-react';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { Panel } from '@/components/ui/panel';
import { Quantity } from '@/components/ui/quantity';
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
        <ul className="grid gap-x-10 gap-y-3 px-4 py-3 lg:grid-cols-2">
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
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{slo.name}</span>
          <span>
            <Quantity value={slo.value} unit={slo.unit} amount={slo.amount} />{' '}
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

export function Artifacts({ run }: { run: Run }) {
  return (
    <Panel title="Artifacts">
      {run.artifacts.length === 0 ? (
        <EmptyState title="No artifacts">
          <p>Scripts, summaries and outputs of the load generator are kept here.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {run.artifacts.map(({ name, size, sha256, url, expiredAt }) => {
            const { value, unit } = scaleQuantity(size, 'bytes');
            return (
              <li key={name} className="flex items-baseline justify-between gap-3 px-4 py-2">
                {expiredAt ? (
                  <span className="truncate text-muted" title={`SHA-256 ${sha256}`}>
                    {name}, expired on <Time at={expiredAt} /> by the project’s rule
                  </span>
                ) : (
                  <a href={url} className="truncate text-accent hover:underline" title={`SHA-256 ${sha256}`}>
                    {name}
                  </a>
                )}
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

/** Versions and hosts that took part. */
export function Environment({ run }: { run: Run }) {
  const facts = Object.entries(run.environment).map(([name, value]) => ({ name, value }));
  return (
    <Panel title="Environment">
      {facts.length === 0 ? (
        <EmptyState title="Nothing recorded">
          <p>Versions and hosts that took part are noted when the run starts.</p>
        </EmptyState>
      ) : (
        <Facts facts={facts} className="px-4 py-3" />
      )}
    </Panel>
  );
}
