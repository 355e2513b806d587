import type { Scaling } from '@proofload/contracts';
import type { ReactNode } from 'react';
import { SelectField } from '@/components/ui/field';
import type { CompareState } from './compare-state';
import { holdLevel, readHold } from './hold-levels';

export interface ScalingControlsProps {
  scaling: Scaling;
  view: CompareState;
  onChange(change: Partial<CompareState>): void;
}

/** Which factor is followed, where the others are held, and what values are shared out by. All of it stands in the address. */
export function ScalingControls({ scaling, view, onChange }: ScalingControlsProps) {
  const { factor, factors, divisors } = scaling;
  if (factor === null) return null;
  const held = readHold(view.hold);
  const others = factors.filter(({ name }) => name !== factor);
  const per = scaling.per.join(',');
  return (
    <fieldset className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="sr-only">What the curves show</legend>
      <Choice
        label="Factor"
        value={factor}
        onChange={(value) => onChange({ factor: value, hold: null })}
        options={factors.map(({ name, label }) => [name, label])}
      />
      {others.map(({ name, label, levels }) => (
        <Choice
          key={name}
          label={`Hold ${label}`}
          value={held.get(name) ?? ''}
          onChange={(level) => onChange({ hold: holdLevel(view.hold, name, level) })}
          options={[['', 'each level on its own'], ...levels.map((level) => [level, level] as const)]}
        />
      ))}
      <Choice
        label="Divide by"
        hint="Values for each node, shard or core"
        value={per}
        onChange={(value) => onChange({ per: value || null })}
        options={named('nothing', divisors, per)}
      />
      <Choice
        label="Rate of"
        hint="Durations become work in a time"
        value={scaling.work ?? ''}
        onChange={(value) => onChange({ work: value || null })}
        options={named('nothing', divisors, scaling.work ?? '')}
      />
    </fieldset>
  );
}

type Option = readonly [value: string, label: string];

/** An address may say more than the list offers, such as two divisors. */
function named(none: string, names: readonly string[], present: string): Option[] {
  const all = present === '' || names.includes(present) ? names : [...names, present];
  return [['', none], ...all.map((name): Option => [name, name.replaceAll(',', ', ')])];
}

function Choice({
  options,
  onChange,
  ...field
}: {
  label: string;
  hint?: ReactNode;
  value: string;
  options: readonly Option[];
  onChange(value: string): void;
}) {
  return (
    <SelectField className="w-full" {...field} onChange={(event) => onChange(event.target.value)}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
