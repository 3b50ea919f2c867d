import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { IdempotencyStore } from '../../../../../src/gateway/index.ts';
import { openOrders } from '../../../../library/support/openOrders.ts';
import { keyedRequest } from './testStore.ts';

const NOTES = {
  'v1/noteOrder.graphql': `mutation noteOrder($item: String!, $note: String, $lane: String @param(in: QUERY))
    @endpoint(method: POST, path: "/notes/{item}") { createOrder(item: $item, note: $note, lane: $lane) { id } }`,
};

/** Expects that a record as version 0.2.0 has created it, with the JSON of the request as it was sent, is good until it expires. */
export async function expectEarlierRecord(idempotency: IdempotencyStore): Promise<void> {
  const orders = openOrders({ idempotency }, NOTES);
  const parts = [1, 'POST', '/notes/{item}', ['tea'], 'lane=left', [], { note: 'now' }];
  const fingerprint = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  const record = keyedRequest({ route: 'v1 POST /notes/{item}', key: randomUUID(), fingerprint });
  await idempotency.begin(record);
  await idempotency.finish(record, { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":7}' });
  const send = (note: string) => orders.send('POST /v1/notes/tea?lane=left', { key: record.key, body: { note } });
  expect(await send('now')).toMatchObject({ status: 200, body: { id: 7 }, isReplayed: true });
  expect(await send('later')).toMatchObject({ status: 422 });
  expect(orders.executed).toEqual([]);
}
