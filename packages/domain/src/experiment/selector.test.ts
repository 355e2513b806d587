import { describe, expect, it } from 'vitest';
import { parseCondition } from './condition.ts';
import { parseMatchers, parseSelector, printSelector } from './selector.ts';

it.each(['a"b\\', '\n\r\t', '\b\u0001', '\\n', "'", '\\d+'])('prints %j so that it is read back', (value) => {
  const matchers = [{ name: 'x', op: '=' as const, value }];
  expect(parseSelector(printSelector('up', matchers))).toEqual({ metric: 'up', matchers });
});

it('reads the names of OpenTelemetry', () => {
  const text = 'http.server/request-duration{k8s.pod.labels.app.kubernetes.io/name="shop"}';
  const matchers = [{ name: 'k8s.pod.labels.app.kubernetes.io/name', op: '=' as const, value: 'shop' }];
  expect(parseSelector(text)).toEqual({ metric: 'http.server/request-duration', matchers });
});

describe('refuses', () => {
  it('a regular expression that closes the group it is put into', () => {
    expect(() => parseMatchers('a=~"x)|(?:y"')).toThrow(/valid regular expression/);
  });
  it('a limit that is infinite', () => {
    expect(() => parseCondition('up > 1e999', 'start')).toThrow(/expected a condition/);
  });
});
