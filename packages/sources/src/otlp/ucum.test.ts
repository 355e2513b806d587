import { expect, it } from 'vitest';
import { unitOfUcum } from './ucum.ts';

it.each([
  ['', null],
  ['1', null],
  ['ms', 'ms'],
  ['s', 's'],
  ['us', 'us'],
  ['h', 'h'],
  ['%', '%'],
  ['By', 'bytes'],
  ['MiBy', 'MiB'],
  ['kBy', 'kB'],
  ['By/s', 'bytes/s'],
  ['{request}', 'request'],
  ['{request}/s', 'request/s'],
  ['1/s', '/s'],
  ['m', 'metres'],
  ['m/s', 'metres/s'],
  ['By{written}', 'bytes'],
  ['1{shard}', 'shard'],
  ['{}', null],
  ['{broken', 'broken'],
  ['ms/1', 'ms'],
  ['constructor', 'constructor'],
  ['/', null],
])('%s is %s', (ucum, unit) => expect(unitOfUcum(ucum)).toBe(unit));
