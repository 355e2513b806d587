import type { ArtifactStore } from '@proofload/artifacts';
import { type Scope, scopeSchema } from '@proofload/contracts';
import type { Repositories, SampleStore } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { RunQueue } from '@proofload/queue';
import type { Sealer } from './secrets/index.ts';

/** Who asks. Everything that an actor reads or changes belongs to one project. */
export interface Actor {
  kind: 'user' | 'token' | 'system';
  id: string;
  name: string;
  projectId: string;
  scopes: ReadonlySet<Scope>;
  /** The one run that it may push into, and do nothing else; absent for everybody who is not a run's own token. */
  runId?: string;
}

export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number;
}

export interface Log {
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}

/** What every use-case works with; each app's container makes one per request or job. */
export interface ServiceContext {
  actor: Actor;
  repos: Repositories;
  samples: SampleStore;
  queue: RunQueue;
  artifacts: ArtifactStore;
  /** Encrypts what is stored of credentials. */
  secrets: Sealer;
  clock: Clock;
  /** Numbers in [0, 1). */
  random: () => number;
  newId: () => string;
  config: {
    /** Address of the instance for people, such as `http://127.0.0.1:3000`. */
    baseUrl: string;
    /** Whether workers may start k6 on their own machine. */
    localK6: boolean;
  };
  log: Log;
}

/** Throws `forbidden` when the actor may not do that. */
export function requireScope(ctx: { actor: Actor }, scope: Scope): void {
  if (ctx.actor.scopes.has(scope)) return;
  throw new ProofloadError('forbidden', `This needs the scope ${scope}`);
}

/** The same wiring for work that nobody asked for in person, within one project. */
export function asSystem<C extends ServiceContext>(ctx: C, projectId: string): C {
  const actor: Actor = {
    kind: 'system',
    id: 'system',
    name: 'Proofload',
    projectId,
    scopes: new Set(scopeSchema.options),
  };
  return { ...ctx, actor };
}
