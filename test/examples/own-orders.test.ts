// examples/own-orders over HTTP: what each caller sees of the rows, and that no caller sees those of another.
import { describe, expect, test } from 'vitest';
import { startOwnOrders } from '../../examples/own-orders/server.ts';
import { openExample } from './support/openExample.ts';

const { send: sendTo } = await openExample(startOwnOrders);
const send = (token: string | null, line: string, own: Record<string, string> = {}) =>
  sendTo(line, undefined, { ...(token !== null && { authorization: `Bearer ${token}` }), ...own });
const answerOf = async (...given: Parameters<typeof send>) => {
  const { status, body } = await send(...given);
  return { status, body };
};

const order = (id: number, status: string) => ({
  id: String(id),
  customer: id % 2 === 1 ? 'ada' : 'eve',
  status,
  total: id * 100,
});
const ok = (body: unknown) => ({ status: 200, body });
const refused = (status: number, error: string) => ({ status, body: { error } });

interface Page {
  data: { id: string; customer: string }[];
  pagination: { total?: number; nextCursor: string | null; hasMore: boolean };
}
const list = async (token: string, query = '') => (await send(token, `GET /v1/orders${query}`)).body as Page;
const idsOf = ({ data }: Page) => data.map(({ id }) => Number(id));

describe('one order', () => {
  test('is read by its customer, and by staff', async () => {
    expect(await answerOf('ada', 'GET /v1/orders/1')).toEqual(ok(order(1, 'PENDING')));
    expect(await answerOf('staff', 'GET /v1/orders/1')).toEqual(ok(order(1, 'PENDING')));
  });

  test('is 404 for another customer, as one that does not exist', async () => {
    const missing = await answerOf('eve', 'GET /v1/orders/1');
    expect(missing).toEqual(refused(404, 'No Order was found for id 1.'));
    expect(await answerOf('eve', 'GET /v1/orders/99')).toEqual(refused(404, 'No Order was found for id 99.'));
    expect(await answerOf('eve', 'POST /v1/orders/1/cancel')).toEqual(missing);
    expect(await answerOf('eve', 'POST /v1/orders/1/refund')).toEqual(missing);
  });

  test('is 404 for another customer with the entity tag of its customer', async () => {
    const { headers } = await send('ada', 'GET /v1/orders/3');
    expect(headers).toMatchObject({ 'cache-control': 'private, max-age=0', vary: 'Accept, Authorization' });
    const condition = { 'if-none-match': headers['etag']! };
    expect((await send('ada', 'GET /v1/orders/3', condition)).status).toBe(304);
    expect(await answerOf('eve', 'GET /v1/orders/3', condition)).toEqual(refused(404, 'No Order was found for id 3.'));
    expect(await answerOf('eve', 'GET /v1/orders/3', { 'if-none-match': '*' })).toEqual(
      refused(404, 'No Order was found for id 3.'),
    );
  });

  test('is 403 for what a caller who sees it may not do', async () => {
    expect(await answerOf('ada', 'POST /v1/orders/5/refund')).toEqual(refused(403, 'Only staff can refund orders.'));
    expect(await answerOf('staff', 'POST /v1/orders/5/refund')).toEqual(ok(order(5, 'REFUNDED')));
    expect(await answerOf('ada', 'POST /v1/orders/1/cancel')).toEqual(ok(order(1, 'CANCELLED')));
    expect(await answerOf('ada', 'POST /v1/orders/1/cancel')).toEqual(refused(409, 'Order 1 is CANCELLED.'));
  });

  test('is 403 without the scope, 401 without a token, whosever it is', async () => {
    const scope = refused(403, 'The scope "orders:write" is required.');
    for (const id of [3, 2, 99]) expect(await answerOf('reader', `POST /v1/orders/${id}/cancel`)).toEqual(scope);
    for (const id of [3, 2, 99]) expect((await send(null, `GET /v1/orders/${id}`)).status).toBe(401);
  });

  test('is 403 for a token without a subject', async () => {
    const refusal = refused(403, 'Orders require a token with a subject.');
    expect(await answerOf('nobody', 'GET /v1/orders/1')).toEqual(refusal);
    expect(await answerOf('nobody', 'GET /v1/orders')).toEqual(refusal);
  });
});

describe('a list', () => {
  test.each([
    ['ada', [1, 3, 5, 7]],
    ['eve', [2, 4, 6, 8]],
    ['staff', [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('has full pages and the total of the orders of %s', async (token, ids) => {
    const first = await list(token, '?limit=3');
    expect(first.data).toHaveLength(3);
    expect(first.pagination).toMatchObject({ total: ids.length, hasMore: true });
    const seen = idsOf(first);
    for (let cursor = first.pagination.nextCursor; cursor !== null;) {
      const page = await list(token, `?limit=3&cursor=${cursor}`);
      seen.push(...idsOf(page));
      cursor = page.pagination.nextCursor;
    }
    expect(seen).toEqual(ids);
    expect(idsOf(await list(token, '?limit=2&offset=1'))).toEqual(ids.slice(1, 3));
    expect(idsOf(await list(token, '?limit=2&page=2'))).toEqual(ids.slice(2, 4));
  });

  test('has only own orders for every filter', async () => {
    expect(idsOf(await list('eve', '?status=PENDING'))).toEqual([2, 4]);
    expect((await list('eve', '?status=REFUNDED')).data).toEqual([]);
  });

  test('continues at the cursor of another caller with own orders', async () => {
    const { pagination } = await list('ada', '?limit=2');
    expect(idsOf(await list('eve', `?limit=2&cursor=${pagination.nextCursor}`))).toEqual([4, 6]);
  });
});

test('callers who ask at once each get their own', async () => {
  const tokens = Array.from({ length: 20 }, (_, index) => ['ada', 'eve', 'staff'][index % 3]!);
  const pages = await Promise.all(tokens.map((token) => list(token)));
  pages.forEach(({ data }, index) => {
    const customers = new Set(data.map(({ customer }) => customer));
    expect([...customers]).toEqual(tokens[index] === 'staff' ? ['ada', 'eve'] : [tokens[index]]);
  });
});
