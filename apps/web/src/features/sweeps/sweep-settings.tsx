'use client';

import type { Sweep } from '@proofload/contracts';
import { Undo2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-state';
import { inputClass } from '@/components/ui/field';
import { useChangeSweep } from './change-sweep';
import { type Reading, readCoolDown, readPriority } from './read-setting';
import { writeDuration } from './say-outlook';

/** The priority of a sweep, changed where it stands. */
export function PriorityField({ sweep, label }: { sweep: Sweep; label: string }) {
  return (
    <SettingField
      sweep={sweep}
      label={label}
      value={String(sweep.priority)}
      read={readPriority}
      inputMode="numeric"
      className="w-16 text-right"
    />
  );
}

/** The time between two runs of a sweep, changed where it stands. */
export function CoolDownField({ sweep, label }: { sweep: Sweep; label: string }) {
  return (
    <SettingField
      sweep={sweep}
      label={label}
      value={writeDuration(sweep.coolDownMs)}
      read={readCoolDown}
      inputMode="text"
      className="w-24 text-right"
    />
  );
}

interface SettingFieldProps {
  sweep: Sweep;
  /** For those who do not see what stands beside it. */
  label: string;
  /** As it is stored. */
  value: string;
  read: (text: string) => Reading;
  inputMode: 'numeric' | 'text';
  className: string;
}

/** A text that is saved with Enter or on leaving, and taken back with Escape or, once saved, with a button. */
function SettingField({ sweep, label, value, read, inputMode, className }: SettingFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [before, setBefore] = useState<string | null>(null);
  const change = useChangeSweep(sweep.id);
  useEffect(() => setText(value), [value]);
  const reading = read(text);
  const expected = 'expected' in reading ? reading.expected : null;
  const save = (wanted: string, undoTo: string | null): void => {
    const parsed = read(wanted);
    if (wanted.trim() === value || 'expected' in parsed) return;
    setBefore(undoTo);
    change.mutate(parsed.change);
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') save(text, value);
    if (key === 'Escape') setText(value);
  };
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <span className="inline-flex items-center gap-1.5">
        <input
          type="text"
          inputMode={inputMode}
          aria-label={label}
          aria-invalid={expected !== null || undefined}
          aria-describedby={`${id}-note`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => save(text, value)}
          onKeyDown={onKeyDown}
          className={classNames(inputClass, 'tabular h-8 px-2 py-0.5', className)}
        />
        {before !== null && before !== value && !change.isPending && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Undo: ${label} ${before} again`}
            onClick={() => save(before, null)}
          >
            <Undo2 aria-hidden className="size-3.5" />
            Undo
          </Button>
        )}
      </span>
      <span
        id={`${id}-note`}
        role="status"
        className={classNames('text-xs', expected ? 'text-breach' : 'sr-only')}
      >
        {expected ?? (change.isSuccess ? `${label} is ${value}` : '')}
      </span>
      {change.isError && <ErrorNote error={change.error} />}
    </span>
  );
}
