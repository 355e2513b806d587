import type { ServiceContext } from '../context.ts';

/** What comparing needs of a service context: it reads results, never samples. */
export type CompareContext = Pick<ServiceContext, 'actor' | 'repos' | 'config'>;
