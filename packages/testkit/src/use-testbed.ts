import { inject } from 'vitest';
import type {} from './integration-setup.ts';
import type { SharedTestbed } from './open-testbed.ts';

/** The control plane of the suite, started by the first test file that asks for it. For `beforeAll`. */
export async function useTestbed(): Promise<SharedTestbed> {
  const { url, token } = inject('testbed');
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The testbed could not be started: ${answer}`);
  // Loaded only here: the client of Kubernetes is large, and most files that import the test kit want no cluster.
  const { openTestbed } = await import('./open-testbed.ts');
  return openTestbed(answer);
}
