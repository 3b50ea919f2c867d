// What the writes of a history send, and how the rows that they leave are recognised.
import type { History } from './History.ts';

/** A request that writes. */
export interface WriteRequest {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  /** The Idempotency-Key; undefined for a write without one. */
  key?: string;
  /** `If-Match`. */
  ifMatch?: string;
}

/** Products of the demo data, which have one currency. */
const PRODUCTS = [1, 2, 3, 4, 5, 6, 7, 8];
const MAX_QUANTITY = 1000;

/** The lines of an order: the quantities of the first two are its number, and how many follow depends on it. */
export function linesOf(number: number): { productId: number; quantity: number }[] {
  const quantities = [1 + (number % MAX_QUANTITY), 1 + Math.floor(number / MAX_QUANTITY)];
  for (let line = 0; line < number % (PRODUCTS.length - 1); line++) quantities.push(1 + line);
  return quantities.map((quantity, line) => ({ productId: PRODUCTS[line]!, quantity }));
}

/** The number of the order with these quantities in its first two lines. */
export function numberOf(quantities: readonly number[]): number {
  const [low, high] = quantities;
  return low === undefined || high === undefined ? -1 : low - 1 + (high - 1) * MAX_QUANTITY;
}

/** The name by which a user is recognised, which no write changes. */
export const firstNameOf = (scope: string, number: number) => `${scope} ${number}`;
/** What the change of a user sets; the e-mail address too, so that half of a change is seen. */
export const changesOf = (scope: string, number: number) => ({
  lastName: 'Changed',
  email: `${scope}-${number}@example.com`,
});
export const CREATED_NAME = 'Created';

/** The next write of a history; `ownerId` is the user whose orders they are. */
export function nextWrite(scope: string, ownerId: number, history: History): WriteRequest {
  const { kind, number, outcomes, isKeyed } = history;
  const write = unkeyedWrite(scope, ownerId, history);
  if (!isKeyed || write.method === 'DELETE') return write;
  return { ...write, key: `"${scope}-${kind}-${number}-${outcomes.length}"` };
}

function unkeyedWrite(scope: string, ownerId: number, { kind, number, outcomes, id }: History): WriteRequest {
  if (kind === 'order') {
    return { method: 'POST', path: '/v1/orders', body: { items: linesOf(number), userId: ownerId } };
  }
  const path = `/v2/users/${id}`;
  if (outcomes.length === 0) {
    const body = { firstName: firstNameOf(scope, number), lastName: CREATED_NAME };
    return { method: 'POST', path: '/v2/users', body };
  }
  return outcomes.length === 1 ? { method: 'PATCH', path, body: changesOf(scope, number) } : { method: 'DELETE', path };
}

/** The name of the counter of a scope. */
export const counterNameOf = (scope: string) => `Counter ${scope}`;
