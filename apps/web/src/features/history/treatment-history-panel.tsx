'use client';

import { buildHistory, type TreatmentStyle } from '@proofload/charts';
import type { History, TreatmentHistory } from '@proofload/contracts';
import { formatAmount, formatQuantity } from '@proofload/domain';
import Link from 'next/link';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { StyleMark } from '@/components/chart/style-mark';
import { Panel, PanelBody } from '@/components/ui/panel';
import { formatInstant } from '../reader/format-instant';
import { useReaderClock } from '../reader/reader-clock';
import { ChangeList } from './change-list';

export interface TreatmentHistoryPanelProps {
  about: History;
  history: TreatmentHistory;
  style: TreatmentStyle;
}

/** The history of one treatment: its figure, its changes, and what has no part in them. */
export function TreatmentHistoryPanel({ about, history, style }: TreatmentHistoryPanelProps) {
  const { zone } = useReaderClock();
  const model = useMemo(
    () =>
      buildHistory({
        history,
        about,
        style,
        sayTime: (at) => formatInstant(Date.parse(at), 'short', { zone, nowMs: Date.parse(at) }),
      }),
    [history, about, style, zone],
  );
  const left = history.points.filter(({ excluded }) => excluded !== null);
  return (
    <Panel
      title={
        <span className="inline-flex items-center gap-2">
          <StyleMark style={style} />
          {history.treatment === '' ? 'All runs' : history.treatment}
          <span className="tabular text-xs font-normal text-muted">n={history.n}</span>
        </span>
      }
    >
      <PanelBody className="space-y-4">
        {history.note !== null && <p className="text-muted">Changes are {history.note}.</p>}
        {history.points.length > 1 && !model.isEmpty && (
          <Chart id={`history-${history.treatment}`} model={model} />
        )}
        {history.note === null && <ChangeList about={about} history={history} />}
        {(history.points.length === 1 || model.isEmpty) && <ValueList about={about} history={history} />}
        {left.length > 0 && (
          <details>
            <summary className="cursor-pointer text-sm">
              {left.length === 1 ? 'One run has' : `${left.length} runs have`} no part in it
            </summary>
            <ul className="mt-1 list-disc space-y-0.5 pl-5 text-sm text-muted">
              {left.map(({ run, name, excluded, amount }) => (
                <li key={run}>
                  <Link href={`/runs/${run}`} className="text-accent underline">
                    {name}
                  </Link>
                  : {amount && `${formatAmount(amount, about.unit)}, `}
                  {excluded}
                </li>
              ))}
            </ul>
          </details>
        )}
      </PanelBody>
    </Panel>
  );
}

/** Too few for a figure: the values themselves. */
function ValueList({ about, history }: { about: History; history: TreatmentHistory }) {
  const known = history.points.filter(({ value, excluded }) => value !== null && excluded === null);
  if (known.length === 0) return null;
  return (
    <p>
      {known.map(({ run, value }, index) => (
        <span key={run}>
          {index > 0 && ', '}
          <Link href={`/runs/${run}`} className="tabular text-accent underline">
            {formatQuantity(value, about.unit)}
          </Link>
        </span>
      ))}
    </p>
  );
}
