import type { HttpResponse } from './sendRequest.ts';

type Check = (value: unknown) => boolean;

const integer: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const text: Check = (value) => typeof value === 'string';
const words: Check = (value) => typeof value === 'string' && value.trim() !== '';
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

/** An object with exactly these properties; a question mark at the end of a name makes it optional. */
const object =
  (properties: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const known = new Map(Object.entries(properties).map(([name, check]) => [name.replace('?', ''), check]));
    const required = Object.keys(properties).filter((name) => !name.endsWith('?'));
    return (
      required.every((name) => Object.hasOwn(value, name)) &&
      Object.entries(value).every(([name, property]) => known.get(name)?.(property) ?? false)
    );
  };

const product = object({ id: integer, name: words });
const users: Readonly<Record<1 | 2, Check>> = {
  1: object({ id: integer, name: words }),
  2: object({ id: integer, firstName: words, lastName: text }),
};
const order = (version: 1 | 2) =>
  object({
    id: integer,
    status: oneOf('pending', 'paid', 'shipped', 'delivered', 'cancelled'),
    'items?': listOf(object({ quantity: integer, unitPrice: integer, product: either(product, oneOf(null)) })),
    'user?': either(users[version], oneOf(null)),
  });
const day = object({ date: text, condition: words, highCelsius: Number.isInteger, lowCelsius: Number.isInteger });
const forecast = object({ city: words, days: listOf(day) });

const offset = { limit: integer, offset: integer, total: integer };
const cursor = { nextCursor: either(words, oneOf(null)), hasMore: oneOf(true, false) };
const pagination = either(
  object(offset),
  object({ page: integer, limit: integer, total: integer, totalPages: integer }),
  object(cursor),
  object({ ...offset, ...cursor }),
);
const list = (item: Check) => object({ data: listOf(item), pagination });

const error = object({ error: words });
const problem = object({
  type: text,
  title: words,
  status: integer,
  detail: words,
  code: words,
  requestId: words,
  errors: listOf(object({ 'field?': text, message: words })),
});

/** The expected shape of a body that has another one; undefined if the body has exactly the shape of the interface. */
export function shapeFault(method: string, path: string, response: HttpResponse): string | undefined {
  const { status, body } = response;
  if (method === 'HEAD' || status === 204 || status === 304) return body === '' ? undefined : 'no body';
  const type = response.headers['content-type'];
  if (status >= 300) {
    if (type === 'application/problem+json') return problem(response.json) ? undefined : 'a problem of RFC 9457';
    return type === 'application/json' && error(response.json) ? undefined : 'the one error body';
  }
  const [, prefix, resource, id] = /^(?:\/(v[12]))?\/([a-z]+)(?:\/([^/?]+))?/.exec(path) ?? [];
  const version = prefix === 'v2' || type === 'application/vnd.portico.v2+json' ? 2 : 1;
  const items: Readonly<Record<string, Check>> = {
    users: users[version],
    orders: order(version),
    products: product,
    forecast,
  };
  const item = items[resource ?? ''];
  if (!item) return 'nothing: no such path succeeds';
  const expected = id !== undefined || method !== 'GET' || resource === 'forecast' ? item : list(item);
  return expected(response.json) ? undefined : `the shape of ${resource} in version ${version}`;
}
