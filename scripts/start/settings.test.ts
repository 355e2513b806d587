import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('readSettings', () => {
  it('keeps to loopback and the repository unless told otherwise', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      localUrl: 'http://127.0.0.1:3000',
      baseUrl: 'http://127.0.0.1:3000',
      databaseUrl: null,
      secretKey: null,
      k6Path: null,
      localK6: true,
    });
    expect(settings.dataDir).toBe(`${settings.root}/.proofload`);
  });

  const hosts: [host: string, localUrl: string][] = [
    ['localhost', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['10.1.2.3', 'http://10.1.2.3:3000'],
    ['fd00::1', 'http://[fd00::1]:3000'],
  ];
  it.each(hosts)('listening on %s is reached at %s', (host, localUrl) => {
    expect(readSettings({ HOST: host })).toMatchObject({ localUrl, baseUrl: localUrl });
  });

  it('takes what the user sets', () => {
    const env = {
      PORT: '3100',
      DATABASE_URL: 'postgresql://u@db/p',
      PROOFLOAD_BASE_URL: 'https://bench.example',
      PROOFLOAD_K6: '/opt/k6',
      PROOFLOAD_LOCAL_K6: 'off',
      PROOFLOAD_DATA: '/srv/proofload',
    };
    expect(readSettings(env)).toMatchObject({
      port: 3100,
      localUrl: 'http://127.0.0.1:3100',
      baseUrl: 'https://bench.example',
      databaseUrl: 'postgresql://u@db/p',
      k6Path: '/opt/k6',
      localK6: false,
      dataDir: '/srv/proofload',
    });
  });
});
