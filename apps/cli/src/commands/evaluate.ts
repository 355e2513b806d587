import { type EvaluationJob, evaluationJobSchema } from '@proofload/contracts';
import { type CommandContext, connect, type ServerOptions } from '../command-context.ts';
import { renderEvaluation } from '../evaluation-text.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { waitForEvaluation } from '../wait-for-evaluation.ts';

export interface EvaluateOptions extends ServerOptions {
  experiment: string;
  version?: number;
  /** Ids of runs. */
  run: string[];
  filter?: string;
  wait?: boolean;
  json?: boolean;
}

/** Has stored runs evaluated with a version of their experiment and, with `--wait`, stays until they are. */
export async function evaluateStoredRuns(
  context: CommandContext,
  options: EvaluateOptions,
): Promise<ExitCode> {
  const { output } = context;
  const api = await connect(context, options);
  const asked = await api.call({
    method: 'POST',
    path: `/experiments/${encodeURIComponent(options.experiment)}/evaluate`,
    json: {
      ...(options.version === undefined ? {} : { version: options.version }),
      ...(options.run.length === 0 ? {} : { runs: options.run }),
      ...(options.filter === undefined ? {} : { filter: options.filter }),
    },
    schema: evaluationJobSchema,
    what: 'Asking for the evaluation',
  });
  output.note(`${asked.experiment} version ${asked.version}: ${asked.counts.pending} runs to evaluate`);
  const job = options.wait
    ? await waitForEvaluation(asked, { ...context, api, cancel: context.interrupted })
    : asked;
  if (options.json) output.result(JSON.stringify({ evaluation: job }));
  else for (const line of renderEvaluation(job)) output.result(line);
  return exitCodeOf(job);
}

/** Runs whose samples have expired keep their results by rule; what went wrong or was stopped is no success. */
function exitCodeOf({ status, counts }: EvaluationJob): ExitCode {
  return counts.failed > 0 || status === 'cancelled' ? exitCodes.error : exitCodes.pass;
}
