/** Texts that are no identifier, as they stand in a path. Identifiers are `0|[1-9][0-9]*` up to 2^53-1. */
export const NO_IDENTIFIERS: readonly string[] = [
  '-1',
  '-0',
  '01',
  '1.0',
  '1e3',
  '0x1',
  '1,000',
  'abc',
  'null',
  'Infinity',
  '{id}',
  '__proto__',
  '9007199254740992',
  '1'.repeat(400),
  '%20',
  '%201',
  '%2B1',
  '1%2F2',
  '1%00',
  '1%0A',
  '%D9%A3',
  '%EF%BC%91',
  "1'%20or%20'1'='1",
];

/** Identifiers that name nothing. */
export const NOBODY: readonly string[] = ['0', '4503599627370496', '9007199254740991'];
