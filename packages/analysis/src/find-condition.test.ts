import { parseCondition } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { findCondition } from './find-condition.ts';
import { every, recordRun, startMs } from './fixtures/recorded-run.ts';

/** A queue that fills at 3 s; three applications that turn from OutOfSync to Synced at 8, 11 and 12 s, seen each second. */
const data = recordRun([
  {
    series: 'workqueue_depth{name="ops"}',
    kind: 'gauge',
    samples: every(1000, 20_000, (at) => (at < 3000 ? 0 : 7)),
  },
  { series: 'workqueue_depth{name="other"}', kind: 'gauge', samples: every(1000, 20_000, () => 1) },
  ...[8000, 11_000, 12_000].flatMap((syncedMs, app) => [
    {
      series: `app_info{app="${app}",sync_status="OutOfSync"}`,
      kind: 'gauge' as const,
      samples: every(1000, syncedMs - 1000, () => 1),
    },
    {
      series: `app_info{app="${app}",sync_status="Synced"}`,
      kind: 'gauge' as const,
      samples: every(1000, 20_000, () => 1, syncedMs),
    },
  ]),
  { series: 'requests', kind: 'delta', samples: every(100, 5000, () => 1, 2000) },
]);

describe('findCondition', () => {
  it.each([
    ['workqueue_depth{name="ops"} > 0', 0, 3],
    ['workqueue_depth > 0', 0, 0],
    ['workqueue_depth{name="ops"} > 0', 9, 9],
    ['workqueue_depth{name="ops"} >= 8', 0, null],
    ['sum(app_info{sync_status!="Synced"}) == 0', 0, 12],
    ['count(app_info{sync_status="Synced"}) >= 2', 0, 11],
    ['sum(app_info{sync_status="Synced"}) == 3', 0, 12],
    ['max(app_info{sync_status="Synced"}) == 1', 0, 8],
    ['min(workqueue_depth) == 1', 0, 3],
    ['avg(workqueue_depth) == 4', 0, 3],
    ['avg(app_info{sync_status="Degraded"}) == 0', 0, null],
    ['sum(nothing) == 0', 0, null],
    ['sum(requests) >= 10', 0, 2],
  ])('%s from %d s', async (text, fromSeconds, expected) => {
    const found = await findCondition(
      data,
      parseCondition(text, 'start'),
      startMs + fromSeconds * 1000,
      startMs + 20_000,
    );
    expect(found === null ? null : (found - startMs) / 1000).toBe(expected);
  });

  it('does not take a source that fell silent for an empty one', async () => {
    const broken = recordRun([
      { series: 'app_info{sync_status="OutOfSync"}', kind: 'gauge', samples: every(1000, 5000, () => 1) },
    ]);
    expect(
      await findCondition(
        broken,
        parseCondition('sum(app_info{sync_status!="Synced"}) == 0', 'end'),
        startMs,
        startMs + 60_000,
      ),
    ).toBeNull();
  });

  it('keeps two sources with different steps apart', async () => {
    const two = recordRun([
      { series: 'depth{from="a"}', kind: 'gauge', origin: 'scrape:a', samples: every(1000, 20_000, () => 1) },
      {
        series: 'depth{from="b"}',
        kind: 'gauge',
        origin: 'scrape:b',
        samples: every(5000, 20_000, () => 1, 500),
      },
    ]);
    expect(
      await findCondition(two, parseCondition('sum(depth) < 2', 'end'), startMs + 1000, startMs + 20_000),
    ).toBeNull();
  });
});
