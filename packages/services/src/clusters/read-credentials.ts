import type { CreateCluster } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { type ClusterCredentials, connectCluster, readKubeconfig } from '@proofload/kubernetes';

export interface GivenCredentials {
  credentials: ClusterCredentials;
  /** Of the kubeconfig; null when there was none. */
  context: string | null;
}

/** Credentials as they were given. Throws `invalid` for what could never connect, naming the field. */
export async function readCredentials(given: CreateCluster['credentials']): Promise<GivenCredentials> {
  const read = toCredentials(given);
  if (read.credentials.auth.kind !== 'in-cluster') await requireUsable(read.credentials);
  return read;
}

function toCredentials(given: CreateCluster['credentials']): GivenCredentials {
  if (given.kind === 'kubeconfig') return takeContext(given.kubeconfig, given.context);
  if (given.kind === 'in-cluster') {
    const nowhere = { server: '', caCertificate: null, tlsServerName: null, proxyUrl: null };
    return {
      context: null,
      credentials: {
        ...nowhere,
        insecureSkipTlsVerify: false,
        auth: { kind: 'in-cluster' },
        namespace: 'default',
      },
    };
  }
  const { kind: _, token, server, ...rest } = given;
  if (rest.caCertificate !== null && rest.insecureSkipTlsVerify) {
    throw refuse(
      'insecureSkipTlsVerify',
      'expected either a certificate authority or no check of the certificate',
    );
  }
  return {
    context: null,
    credentials: {
      ...rest,
      server: server.replace(/\/+$/, ''),
      auth: { kind: 'token', token },
      namespace: 'default',
    },
  };
}

function takeContext(kubeconfig: string, name: string): GivenCredentials {
  const contexts = readKubeconfig(kubeconfig);
  const context = contexts.find((each) => each.name === name);
  if (context === undefined) {
    const known = contexts.slice(0, 20).map((each) => each.name);
    throw refuse('context', `expected a context of the kubeconfig: ${known.join(', ')}`);
  }
  if (context.credentials === null)
    throw refuse('context', `${name} cannot be used: ${context.problem ?? 'no credentials'}`);
  return { credentials: context.credentials, context: name };
}

/** Certificates and addresses are tried without a connection. */
async function requireUsable(credentials: ClusterCredentials): Promise<void> {
  try {
    await connectCluster(credentials).close();
  } catch (error) {
    if (!(error instanceof ProofloadError)) throw error;
    const [field = ''] = error.message.split(':');
    throw /^\w+$/.test(field)
      ? refuse(field, error.message.slice(field.length + 2))
      : new ProofloadError('invalid', `credentials: ${error.message}`, {
          fields: [{ field: 'credentials', message: error.message }],
        });
  }
}

function refuse(part: string, message: string): ProofloadError {
  const field = `credentials.${part}`;
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}
