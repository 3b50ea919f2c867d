import { expect, test } from 'vitest';
import { compileFormatCheck } from '../../../../src/gateway/request/compileFormatCheck.ts';

test.each<[format: string, valid: string[], invalid: string[], message: string]>([
  ['date', ['2024-02-29'], ['2023-02-29', '2024-2-9', '2024-02-29T00:00:00Z', ''], 'must be a date such as 2027-01-31'],
  [
    'time',
    ['23:59:59.5Z', '00:00:00+05:30', '23:59:60Z'],
    ['24:00:00Z', '12:00:00', '12:00Z'],
    'must be a time such as 09:30:00Z',
  ],
  [
    'date-time',
    ['2024-02-29T00:00:00-01:00'],
    ['2024-02-30T00:00:00Z', '2024-02-29', '2024-02-29 00:00:00Z'],
    'must be a date and time such as 2027-01-31T09:30:00Z',
  ],
  [
    'uuid',
    ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'FFFFFFFF-ffff-ffff-ffff-ffffffffffff'],
    [
      'f81d4fae7dec11d0a76500a0c91e6bf6',
      '{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}',
      'f81d4fae-7dec-11d0-a765-00a0c91e6bfg',
    ],
    'must be a UUID',
  ],
  [
    'byte',
    ['', 'Zg==', 'Zm8=', 'Zm9v', '+/+/'],
    ['Zg', 'Zg=', '====', 'Zm9-', 'Z===', 'Zg==Zg=='],
    'must be base64 with padding',
  ],
])('%s', (format, valid, invalid, message) => {
  const check = compileFormatCheck(format)!;
  expect(valid.map(check)).toEqual(valid.map(() => undefined));
  expect(invalid.map(check)).toEqual(invalid.map(() => message));
});

test.each([undefined, 'email', 'constructor'])('%s is not checked', (format) => {
  expect(compileFormatCheck(format)).toBeUndefined();
});
