// Deadlocks over HTTP.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startMonolith } from '../../src/service/modes/startMonolith.ts';
import { readServiceSettings } from '../../src/service/config/readServiceSettings.ts';
import { V1 } from '../cases/schemes.ts';
import { idOf } from '../spec/support/expectations.ts';
import { clientOf } from '../spec/support/openForSpec.ts';
import { SPEC_SECRET } from '../spec/support/signToken.ts';
import { createDatabase, query } from './support/createDatabase.ts';

test('a write that a deadlock aborts is retried', async () => {
  const url = await createDatabase();
  const settings = readServiceSettings({ PORT: '0', AUTH_SECRET: SPEC_SECRET, LOG_LEVEL: 'silent', DATABASE_URL: url });
  const running = await startMonolith(settings);
  onTestFinished(running.close);
  const portico = clientOf(running.url, running.close).in(V1);
  const create = async (name: string) => idOf(await portico.post('/users', { name, email: `${name}@example.com` }));
  const [ada, bob] = [await create('ada'), await create('bob')];

  const other = new pg.Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(`SET deadlock_timeout = '60s'`);
  await other.query('BEGIN');
  await other.query('UPDATE users SET email = NULL WHERE id = $1', [bob]);
  const answer = portico.request('PUT', `/users/${ada}`, { body: { name: 'ada', email: 'bob@example.com' } });
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await expect.poll(() => query(url, waiting)).toHaveLength(1);
  // PostgreSQL aborts the transaction that looks for a deadlock first.
  await other.query('UPDATE users SET last_name = $2 WHERE id = $1', [ada, 'x']);
  await other.query('COMMIT');

  expect(await answer).toMatchObject({ status: 200, json: { id: ada, name: 'ada' } });
  expect(await query(url, 'SELECT email FROM users WHERE id = $1', [ada])).toEqual([{ email: 'bob@example.com' }]);
});
