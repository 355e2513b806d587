/** How a user of a kubeconfig proves who it is: a bearer token, or a client certificate, as PEM. */
export type KubeconfigUser = { token: string } | { certificatePem: string; keyPem: string };

/** A kubeconfig with one context, as JSON, which every reader of YAML takes. */
export function makeKubeconfig(server: string, caPem: string, user: KubeconfigUser): string {
  const credentials =
    'token' in user
      ? { token: user.token }
      : {
          'client-certificate-data': encode(user.certificatePem),
          'client-key-data': encode(user.keyPem),
        };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'testbed', cluster: { server, 'certificate-authority-data': encode(caPem) } }],
    users: [{ name: 'testbed', user: credentials }],
    contexts: [{ name: 'testbed', context: { cluster: 'testbed', user: 'testbed' } }],
    'current-context': 'testbed',
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

const encode = (text: string): string => Buffer.from(text).toString('base64');
