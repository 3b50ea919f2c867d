// Changes of one user that meet.
import { expect, test } from 'vitest';
import { V2 } from '../../cases/schemes.ts';
import { idOf } from '../../promises/support/expectations.ts';
import { createDatabase } from './support/createDatabase.ts';
import { startOnServer } from './support/startOnServer.ts';

test('of two changes that together make a name too long, one is refused, and of others none is lost', async () => {
  const portico = (await startOnServer(await createDatabase())).in(V2);
  const meet = async (firstName: string, lastName: string) => {
    const id = idOf(await portico.post('/users', { firstName: 'A', lastName: 'B' }));
    const patch = (body: object) => portico.request('PATCH', `/users/${id}`, { body });
    const answers = await Promise.all([patch({ firstName }), patch({ lastName })]);
    return { statuses: answers.map(({ status }) => status).sort(), user: (await portico.get(`/users/${id}`)).json };
  };
  for (let round = 0; round < 40; round++) {
    const short = await meet('Ada', 'Lovelace');
    expect(short).toMatchObject({ statuses: [200, 200], user: { firstName: 'Ada', lastName: 'Lovelace' } });
    const long = await meet('x'.repeat(150), 'y'.repeat(150));
    expect(long.statuses).toEqual([200, 400]);
    expect(['A', 'B']).toContain(Object.values(long.user as object).find((part) => part === 'A' || part === 'B'));
  }
});
