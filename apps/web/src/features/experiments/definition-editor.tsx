'use client';

import { yaml } from '@codemirror/lang-yaml';
import type { SavedExperiment } from '@proofload/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { useDebounced } from '../reader/use-debounced';
import { CodeEditor } from './code-editor';

const yamlType = 'application/yaml';
const language = yaml();

export interface DefinitionEditorProps {
  initial: string;
  action: string;
  onSaved(saved: SavedExperiment): void;
}

/** A definition as text, checked as it is typed. Nothing is saved before it is valid. */
export function DefinitionEditor({ initial, action, onSaved }: DefinitionEditorProps) {
  const [source, setSource] = useState(initial);
  const settled = useDebounced(source, 400);
  const check = useQuery({
    queryKey: ['check', settled],
    queryFn: ({ signal }) =>
      callApi('/experiments/check', answers.checkedExperiment, {
        method: 'POST',
        body: settled,
        contentType: yamlType,
        signal,
      }),
    placeholderData: (previous) => previous,
  });
  const save = useMutation({
    mutationFn: () =>
      callApi('/experiments', answers.saveExperimentResponse, {
        method: 'POST',
        body: source,
        contentType: yamlType,
      }),
    onSuccess: onSaved,
  });
  const errors = check.data?.errors ?? [];
  const marks = useMemo(
    () =>
      check.data?.errors.map(({ line, field, message }) => ({
        ...{ line, message: `${field}: ${message}` },
        severity: 'error' as const,
      })),
    [check.data],
  );
  return (
    <div className="space-y-3">
      <CodeEditor
        label="Definition in YAML"
        value={source}
        onChange={setSource}
        language={language}
        marks={marks}
      />
      <div aria-live="polite" className="space-y-1">
        {errors.map((error) => (
          <p key={`${error.field}${error.message}`} className="text-breach">
            {error.line !== undefined && <span className="tabular">Line {error.line}: </span>}
            <code className="font-mono text-xs">{error.field}</code>: {error.message}
          </p>
        ))}
        {errors.length === 0 && check.data && (
          <p className="text-muted">
            Valid: {check.data.treatments.length}{' '}
            {check.data.treatments.length === 1 ? 'treatment' : 'treatments'}
            {check.data.treatments.length > 1 &&
              ` (${check.data.treatments
                .slice(0, 6)
                .map(({ key }) => key)
                .join('; ')}${check.data.treatments.length > 6 ? '; …' : ''})`}
          </p>
        )}
        {check.data?.warnings.map((warning) => (
          <p key={warning} className="text-warn">
            {warning}
          </p>
        ))}
      </div>
      {check.isError && <ErrorNote error={check.error} />}
      {save.isError && <ErrorNote error={save.error} />}
      <Button
        variant="primary"
        disabled={errors.length > 0 || check.isPending || save.isPending || save.isSuccess}
        onClick={() => save.mutate()}
      >
        {save.isPending ? 'Saving…' : action}
      </Button>
    </div>
  );
}
