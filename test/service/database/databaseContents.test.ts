// Rows so large that a test would take minutes to write them to a database.
import { expect, test } from 'vitest';
import type { Connection } from '../../../src/service/database/adapter/Backend.ts';
import { exportDatabase } from '../../../src/service/database/databaseContents.ts';

const MIB = 1024 * 1024;

test('an item has at most 16 MiB of rows, or one row, so that a line of a backup can be read', async () => {
  const sizes = [9, 7, 1, 20, 1, 1, 15];
  const fetched = [sizes.map((size) => ({ row: 'x'.repeat(size * MIB) })), []];
  const connection = {
    escapeIdentifier: (name: string) => name,
    query: async (text: string) => {
      if (text.startsWith('FETCH')) return { rows: fetched.shift() };
      return { rows: text.includes('WITH RECURSIVE') ? [{ name: 'users', key: 'id' }] : [] };
    },
  } as unknown as Connection;
  const items: number[][] = [];
  let totals: unknown;
  for await (const item of exportDatabase(connection)) {
    if ('rows' in item) items.push(item.rows.map((row) => row.length / MIB));
    else totals = item;
  }
  expect(items).toEqual([[9, 7], [1], [20], [1, 1], [15]]);
  expect(totals).toMatchObject({ tables: { users: { rows: 7 } } });
});
