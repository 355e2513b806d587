'use client';

import { buildRankedBars, type RankedPart } from '@proofload/charts';
import { formatDurationMs, formatNumber, formatQuantity } from '@proofload/domain';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { StyleMark } from '@/components/chart/style-mark';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import type { CompareTabProps } from './compare-tab-props';
import { shortLabels } from './group-look';
import type { BreakdownSamples } from './parts-samples';
import { SumNote } from './sum-note';

const moments = {
  average: 'on average',
  peak: 'at the peak of the total',
  instant: 'at an instant',
} as const;

/** The greatest parts of a metric, group by group side by side. */
export function SampledBreakdown({
  samples,
  look,
  comparison,
}: Pick<CompareTabProps, 'comparison' | 'look'> & { samples: BreakdownSamples }) {
  const { metric, unit, labels, moment, over, groups, notes } = samples;
  const model = useMemo(() => {
    const shown = groups.filter(({ n }) => n > 0);
    const brief = { ...look, labels: shortLabels(comparison, look) };
    return buildRankedBars({
      title: `${metric} by ${labels.join(' and ')}, ${moments[moment]}`,
      valueName: metric,
      unit,
      parts: [...toParts(samples, brief, shown), ...toOthers(brief, shown)],
      notes: [
        'Means of the completed runs; a run without a part has 0 of it, so that the parts add up to the total.',
      ],
    });
  }, [samples, look, comparison, metric, unit, labels, moment, groups]);
  const silent = samples.runs.filter(({ note }) => note !== null);
  return (
    <Panel
      id="breakdown"
      title={`What ${metric} is made of`}
      description={`By ${labels.join(' and ')}, ${moments[moment]}${over === null ? '' : ` of ${over}`}. Shares are of the sum of all parts.`}
    >
      <PanelBody className="space-y-4">
        <Chart id="parts" model={model} empty="No completed run has such data" />
        {notes.length + silent.length > 0 && (
          <ul className="list-disc space-y-0.5 pl-5 text-muted">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
            {silent.map(({ run, note }) => (
              <li key={run}>
                {comparison.runs.find(({ id }) => id === run)?.name ?? run}: {note}
              </li>
            ))}
          </ul>
        )}
      </PanelBody>
      <Table label="Totals of the breakdown">
        <thead>
          <tr>
            <HeadCell>Treatment</HeadCell>
            <HeadCell numeric>n</HeadCell>
            <HeadCell numeric>Sum of all parts</HeadCell>
            {moment !== 'average' && <HeadCell numeric>After the start</HeadCell>}
            <HeadCell>Do the parts add up?</HeadCell>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, n, total, stated }) => {
            const style = look.styles.get(group);
            return (
              <Row key={group}>
                <Cell className="whitespace-nowrap">
                  <span className="inline-flex items-center gap-1.5">
                    {style && <StyleMark style={style} />}
                    {look.labels.get(group) ?? group}
                  </span>
                </Cell>
                <Cell numeric>{n}</Cell>
                <Cell numeric>{formatQuantity(total.mean, unit)}</Cell>
                {moment !== 'average' && <Cell numeric>{sayInstants(samples, group)}</Cell>}
                <Cell className="min-w-56">
                  {stated ? (
                    <SumNote addsUp={stated.addsUp} sentence={stated.sentence} />
                  ) : (
                    <span className="text-muted">no measurement states the whole</span>
                  )}
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Panel>
  );
}

type Groups = BreakdownSamples['groups'];
type Look = CompareTabProps['look'];

function toParts({ groups }: BreakdownSamples, look: Look, shown: Groups): RankedPart[] {
  return (groups[0]?.parts ?? []).map(({ labels }, place) => ({
    label: labels.map((value) => (value === '' ? 'without' : value)).join(', '),
    bars: shown.flatMap(({ group, n, parts }) => {
      const style = look.styles.get(group);
      const part = parts[place];
      if (!style || !part) return [];
      const { mean, min, max, share } = part;
      return [{ group: look.labels.get(group) ?? group, style, value: mean, min, max, share, n }];
    }),
  }));
}

function toOthers(look: Look, shown: Groups): RankedPart[] {
  if (shown.every(({ others }) => others === null)) return [];
  return [
    {
      label: 'all others',
      bars: shown.flatMap(({ group, n, others }) => {
        const style = look.styles.get(group);
        if (!style || others === null) return [];
        const said = `${others.count} others`;
        const bar = { value: others.value, min: null, max: null, share: others.share, n };
        return [{ group: `${look.labels.get(group) ?? group} (${said})`, style, ...bar }];
      }),
    },
  ];
}

/** When the runs of a group were looked at. */
function sayInstants({ runs }: BreakdownSamples, group: string): string {
  const instants = runs.flatMap((run) =>
    run.group === group && run.isCounted && run.atSeconds !== null ? [run.atSeconds] : [],
  );
  const [first] = instants;
  if (first === undefined) return '–';
  const [least, most] = [Math.min(...instants), Math.max(...instants)];
  const say = (seconds: number) => formatDurationMs(seconds * 1000);
  return least === most ? say(least) : `${formatNumber(instants.length)} runs, ${say(least)} to ${say(most)}`;
}
