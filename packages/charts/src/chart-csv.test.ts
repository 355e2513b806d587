import { expect, it } from 'vitest';
import { toCsv } from './chart-csv.ts';
import type { ChartTable } from './chart-model.ts';

const columns = [
  { name: 'Treatment', unit: null },
  { name: 'p95', unit: 'ms' },
];

const cases: [name: string, rows: ChartTable['rows'], body: string][] = [
  ['keeps every digit', [['a', 0.1 + 0.2]], 'a,0.30000000000000004\r\n'],
  [
    'leaves gaps empty and keeps zero',
    [
      ['a', null],
      ['b', 0],
    ],
    'a,\r\nb,0\r\n',
  ],
  ['quotes commas, quotes and lines', [['a,"b"\nc', 1]], '"a,""b""\nc",1\r\n'],
  [
    'keeps spreadsheets from running a text',
    [
      ['=HYPERLINK("x")', 1],
      ['-1+1', -1],
    ],
    '"\'=HYPERLINK(""x"")",1\r\n\'-1+1,-1\r\n',
  ],
];

it.each(cases)('%s', (_, rows, body) => {
  expect(toCsv({ columns, rows })).toBe(`Treatment,p95 (ms)\r\n${body}`);
});
