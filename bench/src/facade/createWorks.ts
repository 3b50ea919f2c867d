import type { HttpRequest } from '../growth/sendRequests.ts';
import { USERS } from './upstreamSchema.ts';

/** One kind of request over so many connections. */
export interface Work {
  name: string;
  requests: readonly HttpRequest[];
  connections: number;
}

/** What contenders are asked for: one row and lists, one at a time and many, of different and of equal requests. */
export function createWorks(): Work[] {
  // 7,919 is a prime, so that neighbours in time are not neighbours in the data.
  const ids = Array.from({ length: 1000 }, (_, index) => (index * 7919) % USERS);
  const one = ids.map((id) => ({ path: `/v1/users/${id}` }));
  const list = ids.map((id) => ({ path: `/v1/users?first=20&offset=${id % (USERS - 20)}` }));
  return [
    { name: 'read one user', requests: one, connections: 1 },
    { name: 'read one user', requests: one, connections: 64 },
    { name: '20 users with their orders', requests: list, connections: 1 },
    { name: '20 users with their orders', requests: list, connections: 64 },
    { name: 'the same user', requests: one.slice(1, 2), connections: 64 },
    { name: 'the same 20 users', requests: list.slice(1, 2), connections: 64 },
  ];
}
