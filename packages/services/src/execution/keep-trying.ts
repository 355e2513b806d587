import type { ServiceContext } from '../context.ts';
import { type RetryOptions, retryWhileAway } from '../ingest/retry-while-away.ts';

/**
 * The same repositories, whose calls wait for a database that is away and then go through: a run outlives its restart.
 * A write whose answer got lost is made a second time, which guards and upserts make harmless.
 * @param target methods, or objects of methods
 */
export function keepTrying<T extends object>(
  ctx: Pick<ServiceContext, 'clock' | 'log'>,
  target: T,
  options: RetryOptions,
): T {
  return new Proxy(target, {
    get: (owner, key, receiver) => {
      const value: unknown = Reflect.get(owner, key, receiver);
      if (typeof value === 'object' && value !== null) return keepTrying(ctx, value, options);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) =>
        retryWhileAway(ctx, async () => Reflect.apply(value, owner, args) as unknown, options);
    },
  });
}
