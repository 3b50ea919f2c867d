// Writes of a user with a precondition, while another transaction writes the user.
import { expect, test } from 'vitest';
import { V2 } from '../../cases/schemes.ts';
import { idOf } from '../../promises/support/expectations.ts';
import { connect } from './support/connect.ts';
import { createDatabase } from './support/createDatabase.ts';
import { countWaiting } from './support/lockTables.ts';
import { startOnServer } from './support/startOnServer.ts';

test('a write that waits for another transaction compares what that has left', async () => {
  const url = await createDatabase();
  const portico = (await startOnServer(url)).in(V2);
  const other = await connect(url);

  const grace = { firstName: 'Grace', lastName: 'Hopper' };
  const writes: [method: string, body: unknown, success: number][] = [
    ['PUT', grace, 200],
    ['PATCH', { lastName: 'Hopper' }, 200],
    ['DELETE', undefined, 204],
  ];
  for (const [method, body, success] of writes) {
    const outcomes: [statement: string, end: string, status: number][] = [
      [`UPDATE users SET last_name = last_name WHERE id = $1`, 'COMMIT', 412],
      [`UPDATE users SET last_name = 'x' WHERE id = $1`, 'ROLLBACK', success],
      ['DELETE FROM users WHERE id = $1', 'COMMIT', 404],
      ['DELETE FROM users WHERE id = $1', 'ROLLBACK', success],
    ];
    for (const [statement, end, status] of outcomes) {
      const id = idOf(await portico.post('/users', { firstName: 'Ada', lastName: 'Lovelace' }));
      await other.query('BEGIN');
      await other.query(statement, [id]);
      const response = portico.request(method, `/users/${id}`, { headers: { 'if-match': '"1"' }, body });
      await expect.poll(() => countWaiting(url)).toBe(1);
      await other.query(end);
      expect([method, statement, end, (await response).status]).toEqual([method, statement, end, status]);
    }
  }
});
