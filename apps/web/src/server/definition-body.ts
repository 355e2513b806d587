import 'server-only';
import type { TextBody } from './body.ts';

/** An experiment's definition as its author wrote it. */
export const definitionBody = {
  kind: 'text',
  contentTypes: ['application/yaml', 'text/yaml', 'application/x-yaml', 'application/json'],
  description: 'A definition in YAML or JSON, of at most 1 MiB; its schema is at /schema/experiment.v1.json',
} as const satisfies TextBody;
