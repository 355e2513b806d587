import { expect, it } from 'vitest';
import { parseK6LogLine } from './k6-log-line.ts';

it.each<[string, string, string, string]>([
  [
    'a message of the script',
    '{"level":"info","msg":"hello","source":"console","time":"2026-11-21T09:25:24Z"}',
    'info',
    'hello',
  ],
  ['a warning', '{"level":"warning","msg":"careful","time":"2026-11-21T09:25:24Z"}', 'warn', 'careful'],
  [
    'an error with its cause',
    '{"level":"error","msg":"Request Failed","error":"dial: refused"}',
    'error',
    'Request Failed: dial: refused',
  ],
  ['an unknown level', '{"level":"loud","msg":"x"}', 'info', 'x'],
  ['text', 'panic: runtime error', 'info', 'panic: runtime error'],
  ['half a line', '{"level":"info","msg":"hel', 'info', '{"level":"info","msg":"hel'],
  ['other JSON', '{"a":1}', 'info', '{"a":1}'],
])('%s', (_, line, level, message) => expect(parseK6LogLine(line)).toEqual({ level, message }));
