'use client';

import { type Completions, completeFilter } from '@proofload/domain';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { TextField } from '@/components/ui/field';
import { runFieldsQuery } from './run-queries';

export interface FilterFormProps {
  filter: string;
  error: string | null;
  onApply(text: string): void;
}

/** A filter in the language of the API, with what may come next below it. */
export function FilterForm({ filter, error, onApply }: FilterFormProps) {
  const [text, setText] = useState(filter);
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim());
      }}
    >
      <FilterField text={text} error={error} onChange={setText} />
      <Button type="submit" className="mt-6">
        Apply
      </Button>
      {filter !== '' && (
        <Button variant="quiet" className="mt-6" onClick={() => onApply('')}>
          Clear
        </Button>
      )}
    </form>
  );
}

interface FilterFieldProps {
  text: string;
  error: string | null;
  onChange(text: string): void;
}

function FilterField({ text, error, onChange }: FilterFieldProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const fields = useQuery({ ...runFieldsQuery, enabled: caret !== null });
  const found = caret === null ? null : completeFilter(text, caret, fields.data?.items ?? []);
  const options = found?.options ?? [];
  const close = (): void => {
    setCaret(null);
    setActive(-1);
  };
  const follow = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): void => {
    setCaret(currentTarget.selectionStart);
    setActive(-1);
  };
  const take = (index: number): void => {
    const option = options[index];
    if (found === null || option === undefined) return;
    const next = insertCompletion(text, found, option.text);
    onChange(next.text);
    setActive(-1);
    setCaret(next.caret);
    // After the new text is drawn, which would put the caret at its end.
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && active >= 0) take(active);
    else if (event.key === 'Escape' && options.length > 0) close();
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative min-w-0 flex-1">
      <TextField
        ref={input}
        label="Filter"
        data-filter
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        value={text}
        onChange={(event) => {
          onChange(event.target.value);
          follow(event);
        }}
        onFocus={follow}
        onClick={follow}
        onBlur={close}
        onKeyDown={onKeyDown}
        className="font-mono"
        placeholder='workers>=2 and p95<300 and label.branch="main"'
        error={error ?? undefined}
        hint="Parameters, measurements, status, outcome, verdict, experiment, createdAt, label.x, combined by and, or, not, in"
        spellCheck={false}
        autoComplete="off"
      />
      <div
        id={listId}
        role="listbox"
        aria-label="What may come next"
        className={classNames(
          'absolute top-16 z-30 max-h-72 w-72 max-w-full overflow-y-auto rounded-md border border-line bg-panel p-1 shadow-lg',
          options.length === 0 && 'hidden',
        )}
      >
        {options.map((option, index) => (
          // The keyboard chooses from the field, which keeps the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={option.text}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classNames(
              'flex cursor-pointer justify-between gap-3 rounded px-2 py-1 hover:bg-raised',
              index === active && 'bg-raised',
            )}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(index)}
          >
            <span className="min-w-0 truncate font-mono">{option.text}</span>
            <span className="text-xs text-muted">{option.kind}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The filter with a completion in its place, and a space to go on behind it. */
function insertCompletion(
  text: string,
  { from, to }: Completions,
  completion: string,
): { text: string; caret: number } {
  const rest = text.slice(to);
  const inserted = rest.startsWith(' ') ? completion : `${completion} `;
  return { text: `${text.slice(0, from)}${inserted}${rest}`, caret: from + completion.length + 1 };
}
