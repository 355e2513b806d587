'use client';

import { buildDumbbell } from '@proofload/charts';
import { formatQuantity } from '@proofload/domain';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import { SelectField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import type { CompareState } from './compare-state';
import type { CompareTabProps } from './compare-tab-props';
import type { BalanceSamples } from './parts-samples';

/** More rows nobody reads. */
const maxRows = 60;

/** Two groups, entity by entity. */
export function BalancePair({
  samples,
  look,
  comparison,
  view,
  onChange,
}: Pick<CompareTabProps, 'comparison' | 'look'> & {
  samples: BalanceSamples;
  view: Pick<CompareState, 'pair'>;
  onChange(change: Pick<CompareState, 'pair'>): void;
}) {
  const groups = samples.groups.filter(({ entities }) => entities.length > 0);
  const keys = groups.map(({ group }) => group);
  const [wantedFirst, wantedSecond] = view.pair ?? [];
  const first = keys.find((key) => key === (wantedFirst ?? comparison.baseline)) ?? keys[0];
  const second =
    keys.find((key) => key === wantedSecond && key !== first) ?? keys.find((key) => key !== first);
  const model = useMemo(() => {
    const [one, two] = [first, second].map((key) => samples.groups.find(({ group }) => group === key));
    const [oneStyle, twoStyle] = [first, second].map((key) => look.styles.get(key ?? ''));
    if (!one || !two || !oneStyle || !twoStyle) return null;
    const { metric, label, unit } = samples;
    const nameOf = (key: string) => look.labels.get(key) ?? key;
    const others = new Map(two.entities.map((entity) => [entity.entity, entity.mean]));
    const own = new Set(one.entities.map(({ entity }) => entity));
    const all = [
      ...one.entities.map(({ entity, mean }) => ({ entity, from: mean, to: others.get(entity) ?? null })),
      ...two.entities
        .filter(({ entity }) => !own.has(entity))
        .map(({ entity, mean }) => ({ entity, from: null, to: mean })),
    ];
    return buildDumbbell({
      title: `${metric} by ${label}: ${nameOf(one.group)} and ${nameOf(two.group)}`,
      valueName: metric,
      unit,
      endNames: [nameOf(one.group), nameOf(two.group)],
      rows: all.slice(0, maxRows).map(({ entity, from, to }) => ({
        label: entity,
        ends: [
          { name: nameOf(one.group), value: from, style: oneStyle, isHollow: true },
          { name: nameOf(two.group), value: to, style: twoStyle, isHollow: false },
        ],
        said: `${formatQuantity(from, unit)} to ${formatQuantity(to, unit)}`,
      })),
      notes: [
        `Outlined: ${nameOf(one.group)}, by which the rows are sorted; filled: ${nameOf(two.group)}.`,
        ...(all.length > maxRows ? [`The first ${maxRows} of ${all.length} are shown.`] : []),
      ],
    });
  }, [samples, look, first, second]);
  if (!model || first === undefined || second === undefined) return null;
  const choose = (label: string, value: string, onPick: (key: string) => void, other: string) => (
    <div className="w-56 max-w-full">
      <SelectField label={label} value={value} onChange={(event) => onPick(event.target.value)}>
        {keys.map((key) => (
          <option key={key} value={key} disabled={key === other}>
            {look.labels.get(key) ?? key}
          </option>
        ))}
      </SelectField>
    </div>
  );
  return (
    <Panel id="balance-pair" title="Two treatments, one by one">
      <PanelBody className="space-y-4">
        <div className="no-print flex flex-wrap items-end gap-x-4 gap-y-2">
          {choose('From', first, (key) => onChange({ pair: [key, second] }), second)}
          {choose('To', second, (key) => onChange({ pair: [first, key] }), first)}
        </div>
        <Chart id="pair" model={model} />
      </PanelBody>
    </Panel>
  );
}
