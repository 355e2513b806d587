'use client';

import { SelectField, TextField } from '@/components/ui/field';
import type { CompareTabProps } from './compare-tab-props';
import { MetricFields, OverField, type useRunLabels } from './parts-fields';
import type { BreakdownSamples } from './parts-samples';

const moments = [
  ['average', 'on average'],
  ['peak', 'at the peak of the total'],
  ['instant', 'at an instant'],
] as const;

/** Chooses what is taken apart, by what, and when. */
export function BreakdownControls({
  samples,
  labels,
  comparison,
  view,
  onChange,
}: CompareTabProps & {
  samples: BreakdownSamples | null;
  labels: ReturnType<typeof useRunLabels>['data'];
}) {
  const fallback = labels?.defaults.breakdown;
  const chosen = view.partsBy?.split(',') ?? (fallback ? [fallback.label] : []);
  const isInstant = view.moment === 'instant';
  return (
    <div className="no-print flex flex-wrap items-end gap-x-4 gap-y-2">
      <MetricFields
        metrics={labels?.metrics ?? []}
        metric={samples?.metric ?? view.partsOf ?? fallback?.metric ?? ''}
        labels={samples?.labels ?? chosen}
        hasSecond
        onChange={(metric, by) => onChange({ partsOf: metric, partsBy: by.join(',') })}
      />
      <div className="w-52 max-w-full">
        <SelectField
          label="When"
          value={view.moment}
          onChange={(event) =>
            onChange({ moment: moments.find(([name]) => name === event.target.value)?.[0] ?? 'average' })
          }
        >
          {moments.map(([name, said]) => (
            <option key={name} value={name}>
              {said}
            </option>
          ))}
        </SelectField>
      </div>
      {isInstant && (
        <div className="w-44">
          <TextField
            label="Seconds after the start"
            type="number"
            min={0}
            step="any"
            defaultValue={view.at ?? ''}
            hint={view.at === null ? 'needed' : undefined}
            onBlur={(event) => onChange({ at: readSeconds(event.currentTarget.value) })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onChange({ at: readSeconds(event.currentTarget.value) });
            }}
          />
        </div>
      )}
      <OverField windows={labels?.windows ?? []} value={view.over} onChange={(over) => onChange({ over })} />
      <div className="w-52 max-w-full">
        <SelectField
          label="Hold the sum against"
          value={view.total ?? ''}
          onChange={(event) => onChange({ total: event.target.value || null })}
        >
          <option value="">nothing</option>
          {comparison.measurements.map(({ name, unit }) => (
            <option key={name} value={name}>
              {name}
              {unit === null ? '' : ` (${unit})`}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

function readSeconds(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) || value < 0 ? null : value;
}
