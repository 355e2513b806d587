import { z } from 'zod';
import { ClusterError } from './cluster-error.ts';
import type { Transport } from './transport.ts';

/** One thing that a credential may or may not do. */
export interface AccessQuestion {
  verb: string;
  /** Empty for the core group. */
  group: string;
  resource: string;
  subresource?: string;
  /** Null asks for the whole cluster, or for a kind without namespaces. */
  namespace: string | null;
}

export interface AccessAnswer extends AccessQuestion {
  isAllowed: boolean;
  /** What the authoriser said; null when it said nothing. */
  reason: string | null;
}

const concurrency = 8;
const reviewSchema = z.object({
  status: z.object({
    allowed: z.boolean(),
    reason: z.string().optional(),
    evaluationError: z.string().optional(),
  }),
});

/** Asks the cluster, question by question, what the credential may do. Any authenticated caller may ask. */
export async function reviewAccess(
  transport: Transport,
  questions: readonly AccessQuestion[],
  options: { signal?: AbortSignal | undefined } = {},
): Promise<AccessAnswer[]> {
  const answers: AccessAnswer[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < questions.length; index = next++) {
      const question = questions[index];
      if (question !== undefined) answers[index] = await review(transport, question, options.signal);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, questions.length) }, work));
  return answers;
}

async function review(
  transport: Transport,
  question: AccessQuestion,
  signal: AbortSignal | undefined,
): Promise<AccessAnswer> {
  const { verb, group, resource, subresource, namespace } = question;
  const doing = `ask whether it may ${verb} ${resource}`;
  const answer = await transport.ask({
    doing,
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: {
        resourceAttributes: {
          verb,
          group,
          resource,
          ...(subresource === undefined ? {} : { subresource }),
          ...(namespace === null ? {} : { namespace }),
        },
      },
    },
    signal,
  });
  const parsed = reviewSchema.safeParse(answer);
  if (!parsed.success) throw new ClusterError('unavailable', `${doing}: its answer cannot be read`);
  const { allowed, reason, evaluationError } = parsed.data.status;
  return { ...question, isAllowed: allowed, reason: reason || evaluationError || null };
}
