'use client';

import { useState } from 'react';
import { classNames } from './class-names';
import { inputClass, SelectField } from './field';
import { narrowOptions, type Option } from './narrow-options';

/** As many as are read through without a search. */
const fewest = 25;
const most = 100;

export interface SearchSelectFieldProps {
  label: string;
  value: string;
  options: readonly Option[];
  onChange(value: string): void;
}

/** A choice among any number of options: many of them are searched by words, and no more are listed than can be read. */
export function SearchSelectField({ label, value, options, onChange }: SearchSelectFieldProps) {
  const [search, setSearch] = useState('');
  const narrowed = narrowOptions(options, { search, chosen: value, most });
  const isMany = options.length > fewest;
  const hint =
    narrowed.omitted > 0
      ? `${narrowed.omitted} more; search to narrow them`
      : search !== '' && narrowed.options.every((option) => option.value === value)
        ? 'No other has these words'
        : undefined;
  return (
    <div className="space-y-1">
      {isMany && (
        <input
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder={`Search ${options.length}`}
          className={classNames(inputClass, 'h-8 py-1')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <SelectField label={label} hint={hint} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.every((option) => option.value !== value) && <option>{value}</option>}
        {narrowed.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
