import { expect, test } from 'vitest';
import { readDatabaseUrl } from '../../../../src/service/config/readDatabaseUrl.ts';
import { readDatabaseUrls } from '../../../../src/service/config/readDatabaseUrls.ts';

test('reads one URL as that of the server', () => {
  expect(readDatabaseUrls('postgres://db/shop')).toEqual({ address: readDatabaseUrl('postgres://db/shop') });
});

test('reads the first of two URLs as that of a pooler', () => {
  expect(readDatabaseUrls('postgres://pooler/shop', 'postgres://db/shop')).toEqual({
    address: readDatabaseUrl('postgres://pooler/shop', { pooled: true }),
    direct: readDatabaseUrl('postgres://db/shop'),
  });
});

test.each<[string, [string, string], RegExp[]]>([
  [
    'every problem of both',
    ['postgres://pooler?sslmode=x', 'nonsense'],
    [/^DATABASE_URL: the parameter sslmode/, /^DATABASE_DIRECT_URL must be a URL/],
  ],
  [
    'two schemas',
    ['postgres://pooler/d?schema=a', 'postgres://db/d?schema=b'],
    [/^DATABASE_URL and DATABASE_DIRECT_URL must name the same schema\.$/],
  ],
])('refuses %s', (_, urls, patterns) => {
  expect(() => readDatabaseUrls(...urls)).toThrow(
    expect.objectContaining({ problems: patterns.map((pattern) => expect.stringMatching(pattern)) }),
  );
});
