import { expect, it } from 'vitest';
import {
  checkCount,
  checkName,
  checkNamespace,
  emptySettings,
  emptyToken,
  readKubeconfigFile,
  toSettingsBody,
  toTokenCredentials,
} from './cluster-form.ts';

it('leaves out what is empty', () => {
  expect(toSettingsBody(emptySettings)).toEqual({
    prometheusServer: null,
    maxConcurrentRuns: 1,
    maxObjects: 500,
  });
  expect(toSettingsBody({ ...emptySettings, namespace: ' bench ', prometheusServer: 'mimir' })).toMatchObject(
    {
      namespace: 'bench',
      prometheusServer: 'mimir',
    },
  );
  expect(toTokenCredentials({ ...emptyToken, server: ' https://a ', token: ' t\n' })).toEqual({
    kind: 'token',
    server: 'https://a',
    token: 't',
    caCertificate: null,
    tlsServerName: null,
    proxyUrl: null,
    insecureSkipTlsVerify: false,
  });
});

it('says what was expected', () => {
  expect(checkName('kind-dev')).toBe(true);
  expect(checkName('Kind')).toMatch(/lower-case/);
  expect(checkNamespace('')).toBe(true);
  expect(checkNamespace('a_b')).toMatch(/lower-case/);
  expect(checkCount('5', 100)).toBe(true);
  for (const text of ['', '0', '1.5', 'x', '101']) expect(checkCount(text, 100)).toMatch(/1 to 100/);
});

it('reads files of a sensible size', async () => {
  expect(await readKubeconfigFile(new File(['kind: Config'], 'config'))).toEqual({ text: 'kind: Config' });
  expect(await readKubeconfigFile(new File(['x'.repeat(1024 * 1024 + 1)], 'disk.img'))).toEqual({
    problem: 'disk.img is larger than 1 MiB, so it is no kubeconfig',
  });
});
