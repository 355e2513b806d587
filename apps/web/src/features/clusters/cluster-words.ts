import type { Cluster } from '@proofload/contracts';

export const credentialWords: Record<Cluster['auth']['kind'], string> = {
  token: 'token',
  certificate: 'client certificate',
  'in-cluster': 'account of the pod',
};
