import type { PushTarget } from '@proofload/executors';
import type { AccessDeps } from './access-deps.ts';
import { issueToken } from './issue-token.ts';

/** Pods may be slow to end, and what they measured last is pushed at their end. */
const marginMs = 15 * 60_000;

/**
 * Makes a token that may push into one run and do nothing else. It expires with the run's timeout, and is revoked when the
 * run ends.
 * @param input.pushUrl address at which pods reach this instance
 * @param input.deadlineMs by when the load must have ended
 */
export async function openRunPush(
  deps: AccessDeps,
  input: { projectId: string; runId: string; pushUrl: string; deadlineMs: number },
): Promise<PushTarget> {
  const { projectId, runId, pushUrl, deadlineMs } = input;
  const { token } = await issueToken(deps, {
    projectId,
    runId,
    name: `Run ${runId}`,
    scopes: ['ingest'],
    expiresAtMs: deadlineMs + marginMs,
    createdBy: 'Proofload',
  });
  return { url: `${pushUrl.replace(/\/+$/, '')}/api/v1/runs/${runId}`, token };
}
