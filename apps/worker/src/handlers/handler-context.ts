import type { Container } from '../container.ts';

export interface HandlerContext {
  container: Container;
  /** Fires when the worker shuts down. */
  stopping: AbortSignal;
}
