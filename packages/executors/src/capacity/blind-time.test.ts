import { describe, expect, it } from 'vitest';
import { BlindTime } from './blind-time.ts';

const plain = (text: string | null): string | undefined => text?.replaceAll('\u00a0', ' ');

describe('times in which a step cannot be judged', () => {
  it('are told once when they begin and once when they are over', () => {
    const log: string[] = [];
    const blind = new BlindTime(4, (_, message) => log.push(message.replaceAll('\u00a0', ' ')));
    expect(blind.look(null, 0)).toBeNull();
    expect(blind.look('Prometheus is away', 1_000)).toBeNull();
    expect(blind.look('Prometheus is starting', 2_000)).toBeNull();
    expect(plain(blind.look(null, 13_000))).toBe(
      'For 12 s it could not be told how 4 units stood: Prometheus is away',
    );
    expect(blind.look(null, 14_000)).toBeNull();
    expect(log).toEqual([
      'The step waits, as it cannot be told how it stands: Prometheus is away',
      'It can be told again how the step stands, after 12 s',
    ]);
  });

  it('that are not over give no warning: the end of the step says it', () => {
    const blind = new BlindTime(1, () => undefined);
    expect(blind.look('away', 0)).toBeNull();
    expect(blind.look('away', 60_000)).toBeNull();
  });
});
