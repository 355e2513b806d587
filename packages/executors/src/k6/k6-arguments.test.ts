import { expect, it } from 'vitest';
import { k6Arguments, k6Environment } from './k6-arguments.ts';
import { k6SettingsSchema } from './k6-settings.ts';

const paths = { script: '/run/script.js', samples: '/run/samples.json', summary: '/run/summary.json' };
const settings = k6SettingsSchema.parse({
  script: 'x',
  env: { workers: '9', TARGET: 'http://t' },
  vus: 2,
  duration: '1m30s',
  args: ['--rps=5'],
});

it('puts options before the script, durations in a form that Go reads', () => {
  const line = k6Arguments(settings, paths).join(' ');
  expect(line).toMatch(/^run --address {2}--no-usage-report/);
  expect(line).toContain('--out json=/run/samples.json --summary-export /run/summary.json');
  expect(line).toMatch(/--vus 2 --duration 90000ms --rps=5 \/run\/script\.js$/);
});

it('gives k6 the factors, the settings and nothing else', () => {
  expect(k6Environment(settings, { workers: 4, 'pool-size': 3, HOME: '/root' }, '/run')).toEqual({
    workers: '9',
    pool_size: '3',
    TARGET: 'http://t',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/run',
  });
});
