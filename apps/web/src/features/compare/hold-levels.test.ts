import { expect, it } from 'vitest';
import { holdLevel, readHold } from './hold-levels';

it('holds factors at levels, and lets go of them', () => {
  const held = holdLevel(holdLevel(null, 'qps', '100/200'), 'nodes', '2');
  expect(held).toBe('qps=100/200;nodes=2');
  expect(readHold(held)).toEqual(
    new Map([
      ['qps', '100/200'],
      ['nodes', '2'],
    ]),
  );
  expect(holdLevel(held, 'qps', '')).toBe('nodes=2');
  expect(holdLevel('nodes=2', 'nodes', '')).toBeNull();
  expect(readHold('=3;nonsense')).toEqual(new Map());
});
