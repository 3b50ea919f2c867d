import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { currentTransaction } from '../../../../../src/service/database/transaction/currentTransaction.ts';
import { currentSignal, withSignal } from '../../../../../src/service/database/statementSignal.ts';
import { openTestDatabase } from '../../../../database/openTestDatabase.ts';

/** A deadline that no test reaches. */
const later = () => Date.now() + 60_000;

async function open() {
  const statements: string[] = [];
  const database = await openTestDatabase({ seed: 'none', onStatement: (sql) => statements.push(sql) });
  onTestFinished(database.close);
  const insert = async (firstName: string) => {
    await database.client.$executeRaw`INSERT INTO users (first_name, last_name) VALUES (${firstName}, '')`;
  };
  const names = async () => {
    const rows = await database.client.$queryRaw<{ name: string }[]>`SELECT first_name AS name FROM users ORDER BY id`;
    return rows.map(({ name }) => name);
  };
  return { database, statements, insert, names };
}

test('commits the statements of a client that knows nothing of it', async () => {
  const { database, statements, insert, names } = await open();
  const seen = await database.transaction(later(), async () => {
    await insert('Ada');
    return names();
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

test('includes an operation that begins when it is awaited', async () => {
  const { database, statements } = await open();
  await database.transaction(later(), () => database.client.$queryRaw`SELECT 1`);
  expect(statements).toEqual(['BEGIN ISOLATION LEVEL READ COMMITTED', 'SELECT 1', 'COMMIT']);
});

test('rolls back when its work rejects, with the error of that', async () => {
  const { database, statements, insert, names } = await open();
  const failure = new Error('no');
  const result = database.transaction(later(), async () => {
    await insert('Ada');
    throw failure;
  });
  await expect(result).rejects.toBe(failure);
  expect(statements.at(-1)).toBe('ROLLBACK');
  expect(await names()).toEqual([]);
});

test('statements that are sent at once run one after the other', async () => {
  const { database, insert, names } = await open();
  await database.transaction(later(), async () => void (await Promise.all(['A', 'B', 'C'].map(insert))));
  expect(await names()).toEqual(['A', 'B', 'C']);
});

test('statements of others are not part of it', async () => {
  const { database, insert, names } = await open();
  let begun!: () => void;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const result = database.transaction(later(), async () => {
    await insert('Inside');
    begun();
    await new Promise(setImmediate);
    throw new Error('no');
  });
  await isBegun;
  const others = insert('Outside');
  await expect(result).rejects.toThrow('no');
  await others;
  expect(await names()).toEqual(['Outside']);
});

test('does not commit after a statement has failed, even if its work resolves', async () => {
  const { database, insert, names } = await open();
  const result = database.transaction(later(), async () => {
    await insert('Ada');
    await insert('A'.repeat(300)).catch(() => {});
  });
  await expect(result).rejects.toThrow('rolled back');
  expect(await names()).toEqual([]);
});

test('refuses statements after its end', async () => {
  const { database, insert, names } = await open();
  const transaction = await database.transaction(later(), async () => currentTransaction()!);
  await expect(transaction.execute(`INSERT INTO users (first_name, last_name) VALUES ('Late', '')`)).rejects.toThrow(
    'has ended',
  );
  await insert('Ada');
  expect(await names()).toEqual(['Ada']);
});

test('refuses to begin within another one', async () => {
  const { database } = await open();
  const nested = database.transaction(later(), () => database.transaction(later(), async () => {}));
  await expect(nested).rejects.toThrow('must not begin within another one');
});

test('rejects with TIMEOUT at the deadline, and does not commit', async () => {
  const { database, insert, names } = await open();
  const result = database.transaction(Date.now() + 300, async () => {
    const signal = currentSignal()!;
    await insert('Ada');
    if (!signal.aborted) await once(signal, 'abort');
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
  const result = database.transaction(later(), () => withSignal(signal, () => insert('Ada')));
  await expect(result).rejects.toBe(signal.reason);
  expect(await names()).toEqual([]);
});
