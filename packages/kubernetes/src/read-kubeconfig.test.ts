import { describe, expect, it } from 'vitest';
import { maxKubeconfigBytes, readKubeconfig } from './read-kubeconfig.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const pem = (kind: string): string => `-----BEGIN ${kind}-----\nAAAA\n-----END ${kind}-----\n`;
const ca = base64(pem('CERTIFICATE'));
const goodCluster = { server: 'https://10.0.0.1:6443', 'certificate-authority-data': ca };

function kubeconfig(parts: { cluster?: object; user?: object; context?: object }): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'main',
    clusters: [{ name: 'c', cluster: parts.cluster ?? goodCluster }],
    users: [{ name: 'u', user: parts.user ?? { token: 'secret-token' } }],
    contexts: [{ name: 'main', context: parts.context ?? { cluster: 'c', user: 'u' } }],
  });
}
const problemOf = (parts: Parameters<typeof kubeconfig>[0]): string | null | undefined =>
  readKubeconfig(kubeconfig(parts))[0]?.problem;

describe('a kubeconfig', () => {
  it('gives the credentials of a token', () => {
    const [context] = readKubeconfig(
      kubeconfig({
        cluster: { ...goodCluster, server: 'https://api.example:6443/k8s/', 'tls-server-name': 'kubernetes' },
        context: { cluster: 'c', user: 'u', namespace: 'bench' },
      }),
    );
    expect(context).toEqual({
      name: 'main',
      isCurrent: true,
      server: 'https://api.example:6443/k8s/',
      namespace: 'bench',
      user: 'u',
      problem: null,
      credentials: {
        server: 'https://api.example:6443/k8s',
        caCertificate: pem('CERTIFICATE'),
        insecureSkipTlsVerify: false,
        tlsServerName: 'kubernetes',
        proxyUrl: null,
        auth: { kind: 'token', token: 'secret-token' },
        namespace: 'bench',
      },
    });
  });

  it('gives the credentials of a client certificate, and reads YAML', () => {
    const [context] = readKubeconfig(`
apiVersion: v1
kind: Config
preferences: {}
clusters:
- name: c
  cluster: {server: "https://10.0.0.1:6443", insecure-skip-tls-verify: true, proxy-url: "http://proxy:3128"}
users:
- name: u
  user:
    client-certificate-data: ${ca}
    client-key-data: ${base64(pem('EC PRIVATE KEY'))}
contexts:
- name: main
  context: {cluster: c, user: u}
`);
    expect(context?.isCurrent).toBe(false);
    expect(context?.credentials).toMatchObject({
      caCertificate: null,
      insecureSkipTlsVerify: true,
      proxyUrl: 'http://proxy:3128',
      auth: { kind: 'certificate', certificate: pem('CERTIFICATE'), key: pem('EC PRIVATE KEY') },
      namespace: 'default',
    });
  });

  const refused: [string, Parameters<typeof kubeconfig>[0], RegExp][] = [
    ['a program', { user: { exec: { command: 'aws', args: ['eks'] } } }, /the program aws, which is not run/],
    ['an auth provider', { user: { 'auth-provider': { name: 'gcp' } } }, /auth-provider/],
    [
      'a file of the authority',
      { cluster: { server: 'https://a', 'certificate-authority': '/ca.crt' } },
      /certificate-authority: \/ca.crt is a file/,
    ],
    ['a token file', { user: { tokenFile: '/token' } }, /tokenFile: \/token is a file/],
    [
      'a certificate file',
      { user: { 'client-certificate': 'c.crt' } },
      /client-certificate: c.crt is a file/,
    ],
    [
      'a key file',
      { user: { 'client-certificate-data': ca, 'client-key': 'c.key' } },
      /client-key: c.key is a file/,
    ],
    ['a password', { user: { username: 'a', password: 'b' } }, /a name and a password/],
    ['nothing', { user: {} }, /neither a token nor a client certificate/],
    ['another user', { user: { token: 't', as: 'system:admin' } }, /as: acting as somebody else/],
    ['half a pair', { user: { 'client-certificate-data': ca } }, /client-key-data: expected the key/],
    [
      'a key with a password',
      { user: { 'client-certificate-data': ca, 'client-key-data': base64(pem('ENCRYPTED PRIVATE KEY')) } },
      /without a password/,
    ],
    [
      'what is no PEM',
      { cluster: { server: 'https://a', 'certificate-authority-data': 'AAAA' } },
      /expected PEM in base64/,
    ],
    ['a contradiction', { cluster: { ...goodCluster, 'insecure-skip-tls-verify': true } }, /contradict/],
    [
      'a SOCKS proxy',
      { cluster: { ...goodCluster, 'proxy-url': 'socks5://p:1' } },
      /proxy-url: expected an http or https proxy, not socks5:/,
    ],
    [
      'a proxy with a password',
      { cluster: { ...goodCluster, 'proxy-url': 'http://a:b@p:1' } },
      /without user and password/,
    ],
    ['an address in the clear', { cluster: { server: 'http://10.0.0.1' } }, /server: expected https/],
    ['an address that is none', { cluster: { server: 'nonsense' } }, /server: expected an address/],
    ['no address', { cluster: {} }, /has no server/],
    [
      'a namespace that is none',
      { context: { cluster: 'c', user: 'u', namespace: 'A/b' } },
      /no name of a namespace/,
    ],
    ['a missing cluster', { context: { cluster: 'x', user: 'u' } }, /its cluster x is not in the file/],
    ['a missing user', { context: { cluster: 'c', user: 'x' } }, /its user x is not in the file/],
    ['no user', { context: { cluster: 'c' } }, /names no user/],
    ['an entry of another shape', { user: { token: 5 } }, /its user u cannot be read/],
  ];
  it.each(refused)('refuses %s and says why', (_name, parts, problem) => {
    expect(problemOf(parts)).toMatch(problem);
    expect(readKubeconfig(kubeconfig(parts))[0]?.credentials).toBeNull();
  });

  it('takes an address in the clear on this machine alone, as kubectl proxy has it', () => {
    expect(problemOf({ cluster: { server: 'http://127.0.0.1:8001' } })).toBeNull();
  });

  it('tells good contexts beside bad ones', () => {
    const config = JSON.parse(kubeconfig({}));
    config.contexts.push(
      { name: 'bad', context: { cluster: 'c', user: 'gone' } },
      { name: 'odd', context: 5 },
    );
    const contexts = readKubeconfig(JSON.stringify(config));
    expect(contexts.map(({ name, problem }) => [name, problem === null])).toEqual([
      ['main', true],
      ['bad', false],
      ['odd', false],
    ]);
  });

  it.each([
    ['', /expected a kubeconfig/],
    ['just text', /expected a kubeconfig/],
    ['[]', /expected a kubeconfig/],
    ['{"clusters": []}', /at least one entry in contexts/],
    ['kind: Pod\ncontexts: []', /expected kind: Config/],
    ['contexts: 5', /contexts/],
  ])('refuses %j', (text, message) => {
    expect(() => readKubeconfig(text)).toThrow(message);
  });

  it('never repeats a line that it cannot read', () => {
    const text = 'users:\n- name: u\n  user: {token: very-secret\n';
    expect(() => readKubeconfig(text)).toThrow(/expected YAML or JSON, which line \d+ is not/);
    expect(() => readKubeconfig(text)).not.toThrow(/very-secret/);
  });

  it('is bounded', () => {
    expect(() => readKubeconfig(`#${'x'.repeat(maxKubeconfigBytes)}`)).toThrow(/at most 1048576 bytes/);
    const bomb = `a: &a [x,x,x]\n${[...'bcdefghi'].map((key, index) => `${key}: &${key} [${`*${'abcdefghi'[index]},`.repeat(9)}]`).join('\n')}`;
    expect(() => readKubeconfig(bomb)).toThrow(/kubeconfig: expected/);
  });
});
