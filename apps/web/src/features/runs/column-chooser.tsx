'use client';

import type { RunFieldList } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, TextField } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/skeleton';
import { runFieldsQuery } from './run-queries';
import { maxColumns } from './runs-state';

const kinds = [
  { kind: 'param', title: 'Parameters' },
  { kind: 'measurement', title: 'Measurements' },
  { kind: 'label', title: 'Labels' },
] as const;

export interface ColumnChooserProps {
  /** Keys of what is shown now. */
  columns: readonly string[];
  /** Whether somebody chose them. */
  isChosen: boolean;
  /** Null for the columns that nobody has to choose. */
  onChange(columns: string[] | null): void;
}

/** Chooses what stands in a list of runs: any parameter, measurement or label, in the order in which they are chosen. */
export function ColumnChooser({ columns, isChosen, onChange }: ColumnChooserProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        <Columns3 aria-hidden className="size-4" />
        Columns
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Columns"
        description={`Up to ${maxColumns}, in the order in which they are chosen.`}
        footer={
          <div className="flex justify-end gap-2">
            <Button disabled={!isChosen} onClick={() => onChange(null)}>
              As at first
            </Button>
            <Button variant="primary" onClick={() => setIsOpen(false)}>
              Done
            </Button>
          </div>
        }
      >
        <ColumnChoice columns={columns} onChange={onChange} />
      </Dialog>
    </>
  );
}

function ColumnChoice({ columns, onChange }: Pick<ColumnChooserProps, 'columns' | 'onChange'>) {
  const { data, error } = useQuery(runFieldsQuery);
  const [wanted, setWanted] = useState('');
  if (error !== null) return <ErrorNote error={error} />;
  if (data === undefined) return <Skeleton className="h-48 w-full" />;
  if (data.items.length === 0)
    return <p className="text-muted">No run has a parameter, measurement or label yet.</p>;
  const fields = data.items.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const choose = (key: string, isOn: boolean): void => {
    const others = columns.filter((column) => column !== key);
    onChange(isOn ? [...others, key] : others);
  };
  return (
    <div className="space-y-4">
      <TextField
        label="Find a column"
        value={wanted}
        autoComplete="off"
        onChange={(event) => setWanted(event.target.value)}
        hint={data.isCut ? `The first ${data.items.length} by name; others can be named in the address` : ''}
      />
      {fields.length === 0 && <p className="text-muted">None is called so.</p>}
      {kinds.map(({ kind, title }) => (
        <FieldGroup
          key={kind}
          title={title}
          kind={kind}
          fields={fields}
          columns={columns}
          onChoose={choose}
        />
      ))}
    </div>
  );
}

interface FieldGroupProps {
  title: string;
  kind: string;
  fields: RunFieldList['items'];
  columns: readonly string[];
  onChoose(key: string, isOn: boolean): void;
}

function FieldGroup({ title, kind, fields, columns, onChoose }: FieldGroupProps) {
  const own = fields.filter((field) => field.kind === kind);
  if (own.length === 0) return null;
  return (
    <fieldset>
      <legend className="pb-1 text-sm font-medium">{title}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {own.map(({ name }) => {
          const key = `${kind}.${name}`;
          const isOn = columns.includes(key);
          return (
            <CheckField
              key={key}
              label={<span className="break-all">{name}</span>}
              checked={isOn}
              disabled={!isOn && columns.length >= maxColumns}
              onChange={(event) => onChoose(key, event.target.checked)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
