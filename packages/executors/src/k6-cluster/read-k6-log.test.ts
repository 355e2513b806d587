import { expect, it } from 'vitest';
import { readK6Log } from './read-k6-log.ts';

const error = '{"error":"Error: no","level":"error","msg":"the body","source":"console"}';
const summary = `{
    "metrics": {
        "http_reqs": {
            "count": 4
        }
    },
    "root_group": {
        "checks": {}
    }
}`;

it('finds a summary that ends without a line break, and the lines around it', () => {
  const log = readK6Log(`{"level":"warning","msg":"slow"}\n\n  █ TOTAL RESULTS\n${summary}${error}\n`);
  expect(JSON.parse(log.summary ?? '')).toMatchObject({ metrics: { http_reqs: { count: 4 } } });
  expect(log.problems.map(({ level }) => level)).toEqual(['warn', 'error']);
  expect(log.lastError).toBe('the body: Error: no');
});

it('tells the lines of both outputs apart when they are mixed', () => {
  const lines = summary.split('\n');
  const mixed = [
    ...lines.slice(0, 3),
    '    http_req_duration...: avg=3ms',
    '      { expected_response:true }...: avg=3ms',
    error,
    ...lines.slice(3),
  ].join('\n');
  const log = readK6Log(mixed);
  expect(JSON.parse(log.summary ?? '')).toEqual(JSON.parse(summary));
  expect(log.lastError).toBe('the body: Error: no');
});

it.each(['', 'no json', '{\n  "a": 1\n}', summary.slice(0, 60), '{\n  nonsense\n}'])(
  'finds none in %j',
  (text) => {
    expect(readK6Log(text).summary).toBeNull();
  },
);

it('takes the last of several', () => {
  const later = summary.replace('4', '5');
  expect(readK6Log(`${summary}\n${later}\n`).summary).toContain('"count": 5');
});
