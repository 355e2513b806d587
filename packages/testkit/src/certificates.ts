import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface KeyPair {
  /** PEM. */
  certificate: string;
  key: string;
  certificatePath: string;
  keyPath: string;
}

export interface TestCertificates {
  /** PEM of the authority that signed the others. */
  authority: string;
  authorityPath: string;
  /** For 127.0.0.1 and localhost. */
  server: KeyPair;
  /** For a client called `bench`. */
  client: KeyPair;
}

/** An authority of its own and what it signed, in a folder, by the `openssl` on PATH. */
export async function makeCertificates(folder: string): Promise<TestCertificates> {
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl(
    ...['req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2'],
    ...['-subj', '/CN=Test authority', '-addext', 'basicConstraints=critical,CA:TRUE'],
  );
  const sign = async (name: string, subject: string, extensions: string): Promise<KeyPair> => {
    await writeFile(at(`${name}.ext`), extensions);
    await openssl(
      ...['req', '-new', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject],
    );
    await openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-out', `${name}.pem`, '-days', '2', '-extfile', `${name}.ext`],
    );
    const [certificatePath, keyPath] = [at(`${name}.pem`), at(`${name}.key`)];
    const [certificate, key] = await Promise.all([
      readFile(certificatePath, 'utf8'),
      readFile(keyPath, 'utf8'),
    ]);
    return { certificate, key, certificatePath, keyPath };
  };
  return {
    authority: await readFile(at('ca.pem'), 'utf8'),
    authorityPath: at('ca.pem'),
    server: await sign('server', '/CN=localhost', 'subjectAltName=IP:127.0.0.1,DNS:localhost\n'),
    client: await sign('client', '/CN=bench', 'extendedKeyUsage=clientAuth\n'),
  };
}
