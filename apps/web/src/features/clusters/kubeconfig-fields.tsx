'use client';

import type { KubeconfigContextList, KubeconfigContextView } from '@proofload/contracts';
import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, inputClass, TextAreaField } from '@/components/ui/field';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { checkName, readKubeconfigFile } from './cluster-form';

export interface ChosenContext {
  context: string;
  name: string;
}

export interface KubeconfigChoice {
  kubeconfig: string;
  contexts: readonly ChosenContext[];
}

/** A kubeconfig is pasted, dropped or chosen; then the contexts that can be used, and why others cannot. */
export function KubeconfigFields({
  choice,
  onChange,
  isSingle = false,
}: {
  choice: KubeconfigChoice;
  onChange(choice: KubeconfigChoice): void;
  /** Whether one context is wanted and its name is fixed. */
  isSingle?: boolean;
}) {
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const input = useId();
  const read = useMutation({
    mutationFn: (kubeconfig: string) =>
      callApi('/clusters/contexts', answers.kubeconfigContextList, { method: 'POST', body: { kubeconfig } }),
    onSuccess: (found, kubeconfig) => onChange({ kubeconfig, contexts: chooseFirst(found) }),
  });
  const take = (kubeconfig: string): void => {
    setFileProblem(null);
    onChange({ kubeconfig, contexts: [] });
    read.reset();
    if (kubeconfig.trim() !== '') read.mutate(kubeconfig);
  };
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const found = await readKubeconfigFile(file);
    if ('problem' in found) setFileProblem(found.problem);
    else take(found.text);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void takeFile(event.dataTransfer.files[0]);
  };
  return (
    <div className="space-y-3">
      <div className="space-y-2">
        <TextAreaField
          label="Kubeconfig"
          className={classNames('min-h-32 font-mono text-xs', isOver && 'outline-2 outline-accent')}
          onDrop={onDrop}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          spellCheck={false}
          autoComplete="off"
          placeholder="Paste it here, or drop the file"
          error={fileProblem ?? undefined}
          hint="With everything inlined, as “kubectl config view --raw --flatten” prints it"
          value={choice.kubeconfig}
          onChange={(event) => take(event.target.value)}
        />
        <Button size="small" asChild>
          <label
            htmlFor={input}
            className="cursor-pointer focus-within:outline-2 focus-within:outline-accent"
          >
            <FileUp aria-hidden className="size-4" />
            Choose a file
            <input
              id={input}
              type="file"
              className="sr-only"
              onChange={(event) => {
                void takeFile(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </label>
        </Button>
      </div>
      {read.isPending && (
        <p role="status" className="text-muted">
          Reading its contexts…
        </p>
      )}
      {read.error && <ErrorNote error={read.error} />}
      {read.data && choice.kubeconfig !== '' && (
        <ContextList
          contexts={read.data.items}
          chosen={choice.contexts}
          isSingle={isSingle}
          onChange={(contexts) => onChange({ ...choice, contexts })}
        />
      )}
    </div>
  );
}

/** The current context, or the only one that can be used. */
function chooseFirst({ items }: KubeconfigContextList): ChosenContext[] {
  const usable = items.filter(({ problem }) => problem === null);
  const first = usable.find(({ isCurrent }) => isCurrent) ?? (usable.length === 1 ? usable[0] : undefined);
  return first === undefined ? [] : [{ context: first.name, name: first.suggestedName }];
}

function ContextList({
  contexts,
  chosen,
  isSingle,
  onChange,
}: {
  contexts: readonly KubeconfigContextView[];
  chosen: readonly ChosenContext[];
  isSingle: boolean;
  onChange(chosen: ChosenContext[]): void;
}) {
  const usable = contexts.filter(({ problem }) => problem === null).length;
  const toggle = ({ name, suggestedName }: KubeconfigContextView): void => {
    const others = chosen.filter(({ context }) => context !== name);
    const isChosen = others.length < chosen.length;
    onChange(isChosen ? others : [...(isSingle ? [] : others), { context: name, name: suggestedName }]);
  };
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">
        {isSingle ? 'Context' : 'Contexts'}{' '}
        <span className="font-normal text-muted">
          {usable} of {contexts.length} can be used
        </span>
      </legend>
      <ul className="max-h-72 space-y-2 overflow-y-auto rounded-md border border-line p-3">
        {contexts.map((context) => {
          const own = chosen.find((each) => each.context === context.name);
          return (
            <li key={context.name} className="space-y-1.5">
              <CheckField
                type={isSingle ? 'radio' : 'checkbox'}
                name="context"
                checked={own !== undefined}
                disabled={context.problem !== null}
                onChange={() => toggle(context)}
                label={<ContextLabel context={context} />}
              />
              {own && !isSingle && (
                <ContextName
                  chosen={own}
                  onChange={(name) =>
                    onChange(chosen.map((each) => (each === own ? { ...own, name } : each)))
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function ContextLabel({
  context: { name, isCurrent, server, namespace, problem },
}: {
  context: KubeconfigContextView;
}) {
  return (
    <span className="min-w-0">
      <span className="font-medium break-all">{name}</span>
      {isCurrent && <span className="text-xs text-muted"> current</span>}
      <span className="block text-xs break-all text-muted">
        {server ?? 'no server'}, namespace {namespace}
      </span>
      {problem !== null && (
        <span className="block text-xs break-words text-breach">Cannot be used: {problem}</span>
      )}
    </span>
  );
}

function ContextName({ chosen, onChange }: { chosen: ChosenContext; onChange(name: string): void }) {
  const id = useId();
  const checked = checkName(chosen.name);
  return (
    <div className="ml-6 space-y-1">
      <label htmlFor={id} className="block text-xs text-muted">
        Name here
      </label>
      <input
        id={id}
        className={inputClass}
        value={chosen.name}
        aria-invalid={checked !== true ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className="text-xs text-breach">
        {checked === true ? '' : checked}
      </p>
    </div>
  );
}
