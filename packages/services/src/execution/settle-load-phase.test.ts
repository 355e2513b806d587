import type { Phase } from '@proofload/domain';
import { expect, it } from 'vitest';
import { settleLoadPhase } from './settle-load-phase.ts';

const load = (startMs: number, endMs: number | null): Phase => ({ name: 'load', startMs, endMs });
const setup: Phase = { name: 'setup', startMs: 5, endMs: 10 };
const times = { startedAtMs: 0, finishedAtMs: 1000 };
const span = (fromMs: number, toMs: number) => ({ fromMs, toMs });

it.each<
  [string, Phase[], Parameters<typeof settleLoadPhase>[1], Parameters<typeof settleLoadPhase>[2], Phase[]]
>([
  [
    'leaves a marked phase as it is',
    [setup, load(10, 90)],
    { 'k6:default': span(20, 80) },
    times,
    [setup, load(10, 90)],
  ],
  [
    'ends an open phase with the last sample',
    [load(10, null)],
    { 'k6:default': span(20, 80) },
    times,
    [load(10, 80)],
  ],
  ['takes both edges from the data', [setup], { 'k6:default': span(20, 80) }, times, [setup, load(20, 80)]],
  [
    'prefers the load generator to a scrape',
    [],
    { 'scrape:target': span(1, 99), 'k6:default': span(20, 80), 'k6:b': span(15, 60) },
    times,
    [load(15, 80)],
  ],
  ['takes a scrape when there is nothing else', [], { 'scrape:target': span(1, 99) }, times, [load(1, 99)]],
  ['takes the run when there are no data', [], {}, times, [load(0, 1000)]],
  ['has no phase for a run that never started', [], {}, { startedAtMs: null, finishedAtMs: 1000 }, []],
  ['never ends before it starts', [load(500, null)], { 'k6:default': span(20, 80) }, times, [load(500, 500)]],
  [
    'keeps phases in order of time',
    [{ name: 'cool-down', startMs: 80, endMs: 90 }],
    { 'k6:a': span(20, 80) },
    times,
    [load(20, 80), { name: 'cool-down', startMs: 80, endMs: 90 }],
  ],
])('%s', (_, phases, spans, fallback, expected) =>
  expect(settleLoadPhase(phases, spans, fallback)).toEqual(expected),
);
