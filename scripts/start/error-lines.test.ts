import { describe, expect, it } from 'vitest';
import { createErrorLines, readError } from './error-lines.ts';

describe('readError', () => {
  const cases: [what: string, line: string, expected: string | null][] = [
    ['an error entry', '{"level":50,"msg":"Run r1 failed"}', 'Run r1 failed'],
    ['a fatal entry', '{"level":60,"msg":"gone"}', 'gone'],
    [
      'the cause of an entry',
      '{"level":50,"msg":"Ingest","err":{"message":"disk full"}}',
      'Ingest: disk full',
    ],
    [
      'a cause that says the same',
      '{"level":50,"msg":"disk full","err":{"message":"disk full"}}',
      'disk full',
    ],
    ['an entry of level info', '{"level":30,"msg":"Run r1 started"}', null],
    ['an entry without a level', '{"msg":"x"}', null],
    ['broken JSON', '{"level":50,', null],
    ['what Next.js marks', ' ⨯ Error: no such page', 'Error: no such page'],
    ['any other text', 'Ready in 300ms', null],
  ];
  it.each(cases)('%s', (_what, line, expected) => {
    expect(readError(line)).toBe(expected);
  });
});

describe('createErrorLines', () => {
  const entry = (msg: string): string => `${JSON.stringify({ level: 50, msg })}\n`;

  it('tells one error in ten seconds', () => {
    let nowMs = 0;
    const told: string[] = [];
    const read = createErrorLines(
      (message) => told.push(message),
      () => nowMs,
    );
    read(Buffer.from(entry('first') + entry('second')));
    nowMs = 9_999;
    read(Buffer.from(entry('third')));
    nowMs = 10_000;
    read(Buffer.from(entry('fourth')));
    expect(told).toEqual(['first', 'fourth']);
  });

  it('reads lines that arrive in pieces, in the middle of a character too', () => {
    const told: string[] = [];
    const read = createErrorLines(
      (message) => told.push(message),
      () => 0,
    );
    for (const byte of Buffer.from(entry('größer als 10 ≈ zehn'))) read(Buffer.from([byte]));
    expect(told).toEqual(['größer als 10 ≈ zehn']);
  });
});
