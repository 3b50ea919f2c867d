import { expect, onTestFinished, test } from 'vitest';
import type { Scope } from '../../../../../src/service/database/Scope.ts';
import { sql } from '../../../../../src/service/database/sql.ts';
import { openTestDatabase } from '../../../../database/openTestDatabase.ts';

/** A deadline that no test reaches. */
const later = () => Date.now() + 60_000;

async function open() {
  const statements: string[] = [];
  const database = await openTestDatabase({ seed: 'none', onStatement: (text) => statements.push(text) });
  onTestFinished(database.close);
  const insert = (firstName: string, scope: Scope) =>
    database.query(sql`INSERT INTO users (first_name, last_name) VALUES (${firstName}, '')`, scope);
  const names = async (scope: Scope = {}) => {
    const rows = await database.query<{ name: string }>(sql`SELECT first_name AS name FROM users ORDER BY id`, scope);
    return rows.map(({ name }) => name);
  };
  return { database, statements, insert, names };
}

test('commits the statements of its scope', async () => {
  const { database, statements, insert, names } = await open();
  const seen = await database.transaction(later(), async (scope) => {
    await insert('Ada', scope);
    return names(scope);
  });
  expect(seen).toEqual(['Ada']);
  expect(statements).toEqual([
    'BEGIN ISOLATION LEVEL READ COMMITTED',
    expect.stringContaining('INSERT'),
    expect.stringContaining('SELECT'),
    'COMMIT',
  ]);
  expect(await names()).toEqual(['Ada']);
});

test('rolls back when its work rejects, with the error of that', async () => {
  const { database, statements, insert, names } = await open();
  const failure = new Error('no');
  const result = database.transaction(later(), async (scope) => {
    await insert('Ada', scope);
    throw failure;
  });
  await expect(result).rejects.toBe(failure);
  expect(statements.at(-1)).toBe('ROLLBACK');
  expect(await names()).toEqual([]);
});

test('statements that are sent at once run one after the other', async () => {
  const { database, insert, names } = await open();
  await database.transaction(
    later(),
    async (scope) => void (await Promise.all(['A', 'B', 'C'].map((name) => insert(name, scope)))),
  );
  expect(await names()).toEqual(['A', 'B', 'C']);
});

test('statements of others are not part of it', async () => {
  const { database, insert, names } = await open();
  let begun!: () => void;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const result = database.transaction(later(), async (scope) => {
    await insert('Inside', scope);
    begun();
    await new Promise(setImmediate);
    throw new Error('no');
  });
  await isBegun;
  const others = insert('Outside', {});
  await expect(result).rejects.toThrow('no');
  await others;
  expect(await names()).toEqual(['Outside']);
});

test('does not commit after a statement has failed, even if its work resolves', async () => {
  const { database, insert, names } = await open();
  const result = database.transaction(later(), async (scope) => {
    await insert('Ada', scope);
    await insert('A'.repeat(300), scope).catch(() => {});
  });
  await expect(result).rejects.toThrow('rolled back');
  expect(await names()).toEqual([]);
});

test('refuses statements after its end', async () => {
  const { database, insert, names } = await open();
  const ended = await database.transaction(later(), async (scope) => scope);
  await expect(insert('Late', ended)).rejects.toThrow('has ended');
  await insert('Ada', {});
  expect(await names()).toEqual(['Ada']);
});

test('rejects with TIMEOUT at the deadline, and does not commit', async () => {
  const { database, insert, names } = await open();
  const result = database.transaction(Date.now() + 300, async (scope) => {
    await insert('Ada', scope);
    await new Promise<void>((resolve) => {
      if (scope.signal!.aborted) resolve();
      else scope.signal!.addEventListener('abort', resolve);
    });
  });
  await expect(result).rejects.toMatchObject({ code: 'TIMEOUT', status: 504 });
  expect(await names()).toEqual([]);
});

test('does not begin after the deadline', async () => {
  const { database, statements } = await open();
  await expect(database.transaction(Date.now() - 1, async () => {})).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(statements).toEqual([]);
});

test('sends no statement whose signal is aborted, and rejects with its reason', async () => {
  const { database, insert, names } = await open();
  const signal = AbortSignal.abort();
  const result = database.transaction(later(), (scope) => insert('Ada', { ...scope, signal }));
  await expect(result).rejects.toBe(signal.reason);
  expect(await names()).toEqual([]);
});
