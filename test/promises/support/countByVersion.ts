import { V2 } from '../../cases/schemes.ts';
import type { Client } from './Client.ts';
import { idOf } from './expectations.ts';

/** Clients that count together. */
export interface Counters {
  /** Of one user each. */
  users: number;
  clientsPerUser: number;
  increments: number;
}

/** What is left when all clients have counted. */
export interface Counted {
  /** The numbers of the users. */
  numbers: number[];
  /** The versions of the users. */
  versions: number[];
  /** How many writes were 412. */
  conflicts: number;
}

/**
 * Users whose last names are numbers, which several clients at once add 1 to again and again: each reads the number, writes the next
 * one with the `If-Match` of what it has read, and begins again if that is 412.
 */
export async function countByVersion(
  client: Client,
  { users, clientsPerUser, increments }: Counters,
): Promise<Counted> {
  const portico = client.in(V2);
  let conflicts = 0;
  const read = async (path: string) => {
    const { status, headers, json } = await portico.get(path);
    if (status !== 200) throw new Error(`GET ${path} is ${status}`);
    const { lastName } = json as { lastName: string };
    return { etag: headers.etag!, number: Number(lastName) };
  };
  const increment = async (path: string, known = read(path)): Promise<void> => {
    const { etag, number } = await known;
    const headers = { 'if-match': etag };
    const { status } = await portico.request('PATCH', path, { headers, body: { lastName: String(number + 1) } });
    if (status === 200) return;
    // More than a caller may have waiting, so nothing was executed.
    if (status === 503) return increment(path, known);
    if (status !== 412) throw new Error(`PATCH ${path} is ${status}`);
    conflicts++;
    await increment(path);
  };
  const count = async (path: string, first: ReturnType<typeof read>) => {
    await increment(path, first);
    for (let done = 1; done < increments; done++) await increment(path);
  };
  const create = async () => `/users/${idOf(await portico.post('/users', { firstName: 'Counter', lastName: '0' }))}`;
  const paths = await Promise.all(Array.from({ length: users }, create));
  // All clients of a user begin with the same version, so that all but one of them have to begin again.
  const firsts = await Promise.all(paths.map(read));
  await Promise.all(
    paths.flatMap((path, index) =>
      Array.from({ length: clientsPerUser }, () => count(path, Promise.resolve(firsts[index]!))),
    ),
  );
  const counted = await Promise.all(paths.map(read));
  return {
    numbers: counted.map(({ number }) => number),
    versions: counted.map(({ etag }) => Number(/^"(\d+)\./.exec(etag)![1])),
    conflicts,
  };
}
