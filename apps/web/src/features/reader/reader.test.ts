import { describe, expect, it } from 'vitest';
import { formatInstant } from './format-instant.ts';
import { readZone } from './reader-zone.ts';

const nowMs = Date.parse('2026-11-21T09:32:15Z');

describe('formatInstant', () => {
  it.each([
    ['2026-11-21T09:32:15Z', 'full', 'UTC', '21 Nov 2026, 09:32:15'],
    ['2026-11-21T09:32:15Z', 'full', 'Asia/Kolkata', '21 Nov 2026, 15:02:15'],
    ['2026-11-20T23:30:00Z', 'short', 'Europe/Berlin', '21 Nov, 00:30'],
    ['2026-11-21T09:32:15Z', 'clock', 'Europe/Berlin', '10:32:15'],
    ['2025-12-31T23:30:00Z', 'short', 'UTC', '31 Dec 2025, 23:30'],
    ['2025-12-31T23:30:00Z', 'short', 'Europe/Berlin', '1 Jan, 00:30'],
    ['2026-11-21T09:32:00Z', 'relative', 'UTC', 'just now'],
    ['2026-11-21T09:29:15Z', 'relative', 'UTC', '3 min ago'],
    ['2026-11-21T07:00:00Z', 'relative', 'UTC', '2 h ago'],
    ['2026-11-20T07:00:00Z', 'relative', 'UTC', '26 h ago'],
    ['2026-11-15T07:00:00Z', 'relative', 'UTC', '6 d ago'],
    ['2026-10-15T07:00:00Z', 'relative', 'UTC', '15 Oct, 07:00'],
    ['2026-11-21T10:00:00Z', 'relative', 'UTC', '21 Nov, 10:00'],
    ['nonsense', 'full', 'UTC', 'unknown time'],
  ] as const)('%s %s in %s', (at, style, zone, expected) =>
    expect(formatInstant(Date.parse(at), style, { zone, nowMs })).toBe(expected),
  );
});

it.each([
  [undefined, 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['<script>', 'UTC'],
  ['', 'UTC'],
])('reads the zone %j as %s', (value, expected) => expect(readZone(value)).toBe(expected));
