import type { Params } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { checkWith } from './check-with.ts';

const script = 'export default () => {};';

describe('settings of k6', () => {
  it.each<[string, unknown]>([
    ['an inline script', { script }],
    ['a file', { file: 'scripts/checkout.ts' }],
    ['an upload', { upload: 'checkout-2.js' }],
    [
      'everything at once',
      {
        script,
        env: { TARGET: 'http://127.0.0.1', RATE: 5, GOAL: true },
        vus: 3,
        duration: '1m30s',
        iterations: 10,
        args: ['--rps=100', '--no-connection-reuse'],
      },
    ],
  ])('take %s', (_, settings) => expect(checkWith('k6', settings, { workers: 1 })).toEqual([]));

  it.each<[string, unknown, string, string]>([
    ['no script', {}, 'with.script', 'expected exactly one of script, file and upload'],
    [
      'two scripts',
      { script, file: 'a.js' },
      'with.script',
      'expected exactly one of script, file and upload',
    ],
    [
      'a path out of the folder',
      { file: '../secret.js' },
      'with.file',
      'expected a path to a .js or .ts file below the scripts folder',
    ],
    [
      'a path with a way up inside',
      { file: 'a/../../secret.js' },
      'with.file',
      'expected a path to a .js or .ts file below the scripts folder',
    ],
    [
      'an absolute path',
      { file: '/etc/passwd.js' },
      'with.file',
      'expected a path to a .js or .ts file below the scripts folder',
    ],
    [
      'a file that is no script',
      { file: 'secret.pem' },
      'with.file',
      'expected a path to a .js or .ts file below the scripts folder',
    ],
    ['an upload with a path', { upload: '../x' }, 'with.upload', 'expected the name of an uploaded script'],
    ['an unknown setting', { script, scrpt: 1 }, 'with.scrpt', 'expected no setting of this name for k6'],
    ['half a user', { script, vus: 1.5 }, 'with.vus', 'expected a whole number'],
    [
      'a duration without a unit',
      { script, duration: '30' },
      'with.duration',
      'expected a duration such as 30s',
    ],
    [
      'a variable that steers k6',
      { script, env: { K6_OUT: 'cloud' } },
      'with.env.K6_OUT',
      'expected a name that does not begin with K6_',
    ],
    [
      'a variable that loads code',
      { script, env: { LD_PRELOAD: '/tmp/x.so' } },
      'with.env.LD_PRELOAD',
      'LD_PRELOAD steers the process itself',
    ],
    [
      'a variable with a space',
      { script, env: { 'A B': '1' } },
      'with.env.A B',
      'expected a name of letters, digits and underscores',
    ],
    [
      'an argument that writes a file',
      { script, args: ['--out=json=/etc/x'] },
      'with.args.0',
      'expected one of --batch',
    ],
    [
      'an argument that is a second script',
      { script, args: ['other.js'] },
      'with.args.0',
      'expected one of --batch',
    ],
    [
      'an argument with its value apart',
      { script, args: ['--rps', '100'] },
      'with.args.1',
      'expected one of --batch',
    ],
  ])('refuse %s', (_, settings, field, message) => {
    const errors = checkWith('k6', settings, {});
    expect(errors.map((error) => error.field)).toEqual([field]);
    expect(errors[0]?.message).toContain(message);
  });

  it.each<[string, Params]>([
    ['K6_VUS', { K6_VUS: 1 }],
    ['PATH', { PATH: '/tmp' }],
  ])('refuse the factor %s', (name, params) => {
    expect(checkWith('k6', { script }, params)).toMatchObject([
      { field: 'with.env', message: expect.stringContaining(`the factor ${name}`) },
    ]);
  });

  it('take a factor with a hyphen, which becomes an underscore', () => {
    expect(checkWith('k6', { script }, { 'pool-size': 1 })).toEqual([]);
  });
});

it('leaves the settings of other executors alone', () => {
  expect(checkWith('external', { anything: 1 }, {})).toEqual([]);
});
