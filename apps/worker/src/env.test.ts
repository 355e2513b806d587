import { basename, dirname, resolve } from 'node:path';
import { execPath } from 'node:process';
import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const DATABASE_URL = 'postgresql://u:p@127.0.0.1:5432/db';

describe('the settings of the worker', () => {
  it('need a database and nothing else', () => {
    expect(readEnv({ DATABASE_URL })).toEqual({
      databaseUrl: DATABASE_URL,
      redisUrl: undefined,
      dataDir: '.proofload',
      baseUrl: 'http://127.0.0.1:3000',
      pushUrl: 'http://127.0.0.1:3000',
      k6: 'k6',
      scriptsRoot: undefined,
      prometheusUrl: null,
      commands: null,
      secretKey: null,
      loadConcurrency: 1,
      retentionEveryMs: 3_600_000,
      logLevel: 'info',
    });
  });

  it.each<[string, Record<string, string>, object]>([
    ['switch the local k6 off', { PROOFLOAD_LOCAL_K6: 'off', PROOFLOAD_K6: '/bin/k6' }, { k6: null }],
    ['keep an absolute path of k6', { PROOFLOAD_K6: '/opt/k6', PATH: '/usr/bin' }, { k6: '/opt/k6' }],
    ['resolve a relative path of k6', { PROOFLOAD_K6: './bin/k6' }, { k6: resolve('bin/k6') }],
    [
      'look a program up on PATH',
      { PROOFLOAD_K6: basename(execPath), PATH: `/nowhere:${dirname(execPath)}` },
      { k6: execPath },
    ],
    ['keep a name that is nowhere', { PROOFLOAD_K6: 'no-such-k6', PATH: '/nowhere' }, { k6: 'no-such-k6' }],
    ['take more loads at a time', { PROOFLOAD_LOAD_CONCURRENCY: '3' }, { loadConcurrency: 3 }],
    [
      'look for what has expired more often',
      { PROOFLOAD_EXPIRY_MINUTES: '0.5' },
      { retentionEveryMs: 30_000 },
    ],
    [
      'take a Prometheus',
      { PROOFLOAD_PROMETHEUS_URL: 'http://prometheus:9090' },
      { prometheusUrl: 'http://prometheus:9090' },
    ],
  ])('%s', (_, variables, expected) =>
    expect(readEnv({ DATABASE_URL, ...variables })).toMatchObject(expected),
  );

  it.each<[string, Record<string, string>, string]>([
    ['a database of another kind', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    ['no load at a time', { PROOFLOAD_LOAD_CONCURRENCY: '0' }, 'PROOFLOAD_LOAD_CONCURRENCY'],
    ['an unclear switch', { PROOFLOAD_LOCAL_K6: 'yes' }, 'PROOFLOAD_LOCAL_K6'],
    ['a queue that is no Redis', { REDIS_URL: 'http://x' }, 'REDIS_URL'],
  ])('refuse %s by name', (_, variables, name) => {
    expect(() => readEnv({ DATABASE_URL, ...variables })).toThrow(name);
  });
});
