// Every endpoint of the service, with each style of page and what changes its cost. `n` counts the requests of a row, from 0.
export interface MeasuredRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path(n: number): string;
  body?(n: number): object;
  headers?(n: number): Record<string, string>;
  /** Whether 16 of them at once are measured too: those that the service answers together. */
  shared?: boolean;
}

type Row = [name: string, request: MeasuredRequest];

const PAGE = 20;
const NAMES: Readonly<Record<string, (n: number) => object>> = {
  v1: (n) => ({ name: `Grace Hopper${n}` }),
  v2: (n) => ({ firstName: 'Grace', lastName: `Hopper${n}` }),
};
const ORDER = { userId: 1, items: [{ productId: 1, quantity: 2 }] };

/** The users that a version deletes are those that its requests before have created. */
const FIRST_TO_DELETE = { v1: 201, v2: 401 };

/** The first of sixteen objects that are read; each of these orders has a user. */
const FIRST_ID = 25;

const key = (prefix: string) => (n: number) => ({ 'idempotency-key': `${prefix}-${n}` });
const get = (path: (n: number) => string): MeasuredRequest => ({ method: 'GET', path, shared: true });

function rowsOf(version: 'v1' | 'v2'): Row[] {
  const body = NAMES[version]!;
  const own = (n: number) => `/${version}/users/${1 + (n % 16)}`;
  return [
    ...['users', 'products', 'orders'].flatMap((list): Row[] => [
      [`one of ${list}`, get((n) => `/${version}/${list}/${FIRST_ID + (n % 16)}`)],
      [`${list} by offset`, get((n) => `/${version}/${list}?limit=${PAGE}&offset=${n % 16}`)],
      [`${list} by cursor`, get(() => `/${version}/${list}?limit=${PAGE}&cursor=`)],
    ]),
    ['one of orders, expanded', get((n) => `/${version}/orders/${FIRST_ID + (n % 16)}?expand=items,user`)],
    [
      'orders by offset, expanded',
      // Their users and products are read in as many turns as their pages arrive in: not a fixed number.
      { ...get((n) => `/${version}/orders?limit=${PAGE}&offset=${n % 16}&expand=items,user`), shared: false },
    ],
    ['users by offset, searched', get(() => `/${version}/users?limit=${PAGE}&search=ada`)],
    ['orders of a user', get((n) => `/${version}/orders?limit=${PAGE}&userId=${1 + (n % 16)}`)],
    ['a forecast', get(() => `/${version}/forecast?city=London`)],
    ['create a user', { method: 'POST', path: () => `/${version}/users`, body, shared: true }],
    [
      'create a user with a key',
      { method: 'POST', path: () => `/${version}/users`, body, headers: key(`user-${version}`) },
    ],
    ['create an order', { method: 'POST', path: () => `/${version}/orders`, body: () => ORDER }],
    [
      'create an order with a key',
      { method: 'POST', path: () => `/${version}/orders`, body: () => ORDER, headers: key(`order-${version}`) },
    ],
    ['replace a user', { method: 'PUT', path: own, body }],
    ['change a user', { method: 'PATCH', path: own, body }],
    ['change a user with a key', { method: 'PATCH', path: own, body, headers: key(`change-${version}`) }],
    ['delete a user', { method: 'DELETE', path: (n: number) => `/${version}/users/${FIRST_TO_DELETE[version] + n}` }],
  ].map(([name, request]) => [`${version}: ${name as string}`, request as MeasuredRequest]);
}

export const REQUESTS: ReadonlyMap<string, MeasuredRequest> = new Map([...rowsOf('v1'), ...rowsOf('v2')]);
