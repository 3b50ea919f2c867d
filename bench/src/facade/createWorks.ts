import type { HttpRequest } from '../growth/sendRequests.ts';
import { USERS } from './users.ts';

/** One kind of request over so many connections. */
export interface Work {
  name: string;
  requests: readonly HttpRequest[];
  connections: number;
  /** Which part of the requests of other kinds is sent: large answers need fewer. Default: all. */
  share?: number;
}

/** What contenders are asked for: one user and lists, one at a time and many, different ones and the same. */
export function createWorks(): Work[] {
  // 7,919 is a prime, so that neighbours in time are not neighbours in the data.
  const ids = Array.from({ length: 1000 }, (_, index) => (index * 7919) % USERS);
  const one = ids.map((id) => ({ path: `/v1/users/${id}` }));
  const list = (first: number) =>
    ids.map((id) => ({ path: `/v1/users?first=${first}&offset=${id % (USERS - first)}` }));
  return [
    { name: 'read one user', requests: one, connections: 1 },
    { name: 'read one user', requests: one, connections: 64 },
    { name: '20 users with their orders', requests: list(20), connections: 64 },
    { name: '100 users with their orders', requests: list(100), connections: 64, share: 0.3 },
    { name: 'the same user', requests: one.slice(1, 2), connections: 64 },
  ];
}
