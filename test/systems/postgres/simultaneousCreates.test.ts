// Creates that arrive together at two processes, each of which creates its own by one statement.
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/service/database/openDatabase.ts';
import { UserStore } from '../../../src/service/domain/users/UserStore.ts';
import { shareCreates } from '../../../src/service/domain/users/usersSubgraph.ts';
import { connect } from './support/connect.ts';
import { createDatabase, query } from './support/createDatabase.ts';
import { countWaiting } from './support/lockTables.ts';

test('of the same e-mail addresses in other orders do not deadlock, and are one user each', async () => {
  const url = await createDatabase();
  const batches: string[] = [];
  const onStatement = (statement: string) => void (statement.includes('unnest') && batches.push(statement));
  const open = async () => {
    const database = await openDatabase({ databaseUrl: url, dataDir: '', seed: 'none', onStatement });
    onTestFinished(database.close);
    const createUser = shareCreates(new UserStore(database));
    return (emails: readonly string[]) =>
      Promise.allSettled(emails.map((email) => createUser({ firstName: 'Ada', lastName: '', email }, {})));
  };
  const [one, other] = [await open(), await open()];

  // Both wait for the address in the middle of theirs, or for the other one.
  const blocker = await connect(url);
  await blocker.query('BEGIN');
  await blocker.query(`INSERT INTO users (first_name, last_name, email) VALUES ('B', '', 'middle@example.com')`);
  const created = Promise.all([
    one(['first@example.com', 'middle@example.com', 'Last@example.com']),
    other(['last@example.com', 'Middle@example.com', 'first@example.com']),
  ]);
  await expect.poll(() => countWaiting(url)).toBe(2);
  await blocker.query('ROLLBACK');

  const results = (await created).flat();
  const refused = results.filter((result) => result.status === 'rejected');
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'CONFLICT' });
  expect(refused).toHaveLength(3);
  expect(await query(url, 'SELECT lower(email) AS email FROM users ORDER BY 1')).toEqual(
    ['first', 'last', 'middle'].map((name) => ({ email: `${name}@example.com` })),
  );
  // A statement that a deadlock has aborted is sent again.
  expect(batches).toHaveLength(2);
});
