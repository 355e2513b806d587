'use client';

import type { Run, RunEvaluation } from '@proofload/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { EvaluateRun } from './evaluate-run';
import { runEvaluationsQuery } from './evaluation-queries';
import { EvaluationTable } from './evaluation-table';
import { reasonWords } from './say-evaluation';
import { WindowsDialog } from './windows-dialog';

/** What made the results of a run, what they were before, and how to have others. */
export function RunEvaluations({ run }: { run: Run }) {
  const [isCutting, setIsCutting] = useQueryState('windows', parseAsBoolean.withDefault(false));
  const list = useInfiniteQuery(runEvaluationsQuery(run.id, run.evaluation));
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const [present, ...earlier] = all;
  return (
    <Panel
      title="Evaluations"
      description="Results are computed from the samples of the run. Other versions and other windows give other results; what they were before is kept."
      actions={
        !run.samplesExpiredAt && (
          <Button size="small" onClick={() => void setIsCutting(true)}>
            Change windows
          </Button>
        )
      }
    >
      <PanelBody className="space-y-4">
        {list.isError && <ErrorNote error={list.error} />}
        {list.isPending && <Skeleton className="h-16" />}
        {present && <Present run={run} evaluation={present} />}
        {present && earlier.length > 0 && <Earlier present={present} earlier={earlier} />}
        {list.hasNextPage && (
          <Button size="small" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? 'Reading…' : 'Read earlier evaluations'}
          </Button>
        )}
        {run.experiment !== null && <EvaluateRun key={run.evaluation} run={run} name={run.experiment} />}
      </PanelBody>
      {isCutting && !run.samplesExpiredAt && (
        <WindowsDialog run={run} onClose={() => void setIsCutting(null)} />
      )}
    </Panel>
  );
}

function Present({ run, evaluation }: { run: Run; evaluation: RunEvaluation }) {
  const own = Object.keys(evaluation.windows).map((name) => (name === '*' ? 'the whole run' : name));
  return (
    <div className="space-y-1">
      <p>
        Evaluation {evaluation.number}
        {evaluation.version !== null && `, with version ${evaluation.version}`}: made{' '}
        {evaluation.createdAt && <Time at={evaluation.createdAt} />} by {evaluation.createdBy},{' '}
        {reasonWords[evaluation.reason]}.
        {evaluation.version !== run.experimentVersion &&
          run.experimentVersion !== null &&
          ` The run was launched with version ${run.experimentVersion}.`}
      </p>
      {own.length > 0 && (
        <p className="text-warn">
          {own.length === 1 ? 'A window' : 'Windows'} of this run alone {own.length === 1 ? 'takes' : 'take'}{' '}
          the place of {own.join(', ')}. Comparisons with other runs say so.
        </p>
      )}
    </div>
  );
}

function Earlier({ present, earlier }: { present: RunEvaluation; earlier: readonly RunEvaluation[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const before = earlier.find(({ number }) => number === chosen) ?? earlier[0];
  if (!before) return null;
  return (
    <div className="space-y-3">
      <div className="max-w-xl">
        <SelectField
          label="Compare with"
          value={before.number}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
          {earlier.map((each) => (
            <option key={each.number} value={each.number}>
              {nameEvaluation(each)}, {reasonWords[each.reason]}
            </option>
          ))}
        </SelectField>
      </div>
      <EvaluationTable before={before} after={present} />
    </div>
  );
}

/** `evaluation 1, version 2`. */
const nameEvaluation = ({ number, version }: RunEvaluation): string =>
  `evaluation ${number}${version === null ? '' : `, version ${version}`}`;
