import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TestbedError } from '../testbed-error.ts';

const run = promisify(execFile);
const days = '365';

/** Paths of PEM files in the folder that they were made in. */
export interface ClusterCertificates {
  authority: string;
  authorityKey: string;
  /** For every name and loopback address under which the parts are reached. */
  serving: string;
  servingKey: string;
  /** An administrator's client certificate, which the API server shows to nodes as well. */
  admin: string;
  adminKey: string;
  /** Signs the tokens of service accounts. */
  accountKey: string;
  accountPublicKey: string;
}

/** What a control plane trusts and is trusted by, made with the `openssl` on PATH. */
export async function makeClusterCertificates(folder: string): Promise<ClusterCertificates> {
  const at = (name: string): string => join(folder, name);
  const openssl = async (...args: string[]): Promise<void> => {
    try {
      await run('openssl', args, { cwd: folder });
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      throw new TestbedError(
        code === 'ENOENT' ? 'There is no openssl on PATH, which the testbed needs' : message,
        { cause },
      );
    }
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const sign = async (name: string, subject: string, extensions: string): Promise<void> => {
    await writeFile(at(`${name}.ext`), extensions);
    await openssl(
      'req',
      '-new',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      subject,
    );
    await openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-out', `${name}.crt`, '-days', days, '-extfile', `${name}.ext`],
    );
  };
  await Promise.all([
    openssl(
      ...['req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.crt', '-days', days],
      ...['-subj', '/CN=testbed authority', '-addext', 'basicConstraints=critical,CA:TRUE'],
      ...['-addext', 'keyUsage=critical,digitalSignature,keyCertSign,cRLSign'],
    ),
    openssl(
      'genpkey',
      '-algorithm',
      'EC',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-out',
      'accounts.key',
    ),
  ]);
  await openssl('pkey', '-in', 'accounts.key', '-pubout', '-out', 'accounts.pub');
  await sign('serving', '/CN=kube-apiserver', `subjectAltName=${listNames().join(',')}\n`);
  await sign('admin', '/O=system:masters/CN=testbed-admin', 'extendedKeyUsage=clientAuth\n');
  return {
    authority: at('ca.crt'),
    authorityKey: at('ca.key'),
    serving: at('serving.crt'),
    servingKey: at('serving.key'),
    admin: at('admin.crt'),
    adminKey: at('admin.key'),
    accountKey: at('accounts.key'),
    accountPublicKey: at('accounts.pub'),
  };
}

/** Loopback addresses past the first let one API server stand for several clusters. */
function listNames(): string[] {
  const hosts = ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc'];
  const addresses = ['10.96.0.1', ...Array.from({ length: 64 }, (_, index) => `127.0.0.${index + 1}`)];
  return [...hosts.map((host) => `DNS:${host}`), ...addresses.map((address) => `IP:${address}`)];
}
