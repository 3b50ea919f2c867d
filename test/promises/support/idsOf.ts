import type { Client } from './Client.ts';
import { listOf } from './expectations.ts';

/** How many items a list has in all. */
export async function totalOf(client: Client, list: string): Promise<number> {
  return listOf(await client.get(`${list}?limit=1`)).pagination['total'] as number;
}

/** All ids of a list, read in as few pages as there can be. */
export async function idsOf(client: Client, list: string, sort = 'id'): Promise<number[]> {
  const ids: number[] = [];
  for (let offset = 0; ; offset += 100) {
    const { data } = listOf(await client.get(`${list}?sort=${sort}&limit=100&offset=${offset}`));
    ids.push(...data.map(({ id }) => id as number));
    if (data.length < 100) return ids;
  }
}
