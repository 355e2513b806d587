import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const minimal = { DATABASE_URL: 'postgresql://someone@127.0.0.1:5432/proofload' };

describe('readEnv', () => {
  it('needs nothing but a database', () => {
    expect(readEnv(minimal)).toMatchObject({
      dataDir: '.proofload',
      baseUrl: 'http://127.0.0.1:3000',
      localK6: true,
      maxUploadBytes: 10 * 1024 ** 3,
    });
  });

  it('puts the port into the address unless one is given', () => {
    expect(readEnv({ ...minimal, PORT: '3555' }).baseUrl).toBe('http://127.0.0.1:3555');
    const given = { ...minimal, PORT: '3555', PROOFLOAD_BASE_URL: 'https://bench.example' };
    expect(readEnv(given).baseUrl).toBe('https://bench.example');
  });

  const wrong: [variable: string, value: string | undefined][] = [
    ['DATABASE_URL', undefined],
    ['DATABASE_URL', 'mysql://127.0.0.1/x'],
    ['REDIS_URL', '127.0.0.1:6379'],
    ['PROOFLOAD_BASE_URL', 'javascript:alert(1)'],
    ['PROOFLOAD_LOCAL_K6', 'maybe'],
    ['PROOFLOAD_MAX_UPLOAD_BYTES', 'many'],
  ];
  it.each(wrong)('names %s when it is %s', (variable, value) => {
    expect(() => readEnv({ ...minimal, [variable]: value })).toThrow(variable);
  });
});
