// The documents and the service agree on what a request may hold: whatever the schema refuses is a 400, and whatever is a
// 400 the schema refuses. Beyond a schema are the rules that join several values, and what the data says of a value.
// Texts are well-formed Unicode here: half a surrogate pair is none (RFC 8259, section 8.2), and no pattern is portable that refuses it.
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { V1, V2 } from '../../cases/schemes.ts';
import { RequestContract, type RequestDocument } from '../support/RequestContract.ts';
import { runsOf } from '../support/runsOf.ts';
import type { HttpResponse } from '../support/sendRequest.ts';
import { startAlone } from '../support/startForSpec.ts';

const portico = await startAlone();
afterAll(() => portico.close());

const RUNS = runsOf(30, 3986);

/** Rules that no schema of one value can say. */
const BEYOND_SCHEMAS = [
  / must have at most 199 characters together with /, // a name of two parts
  / with a limit of \d+$/, // the last page of so many items
  / cannot be combined with /, // styles of paging
  / must be a cursor of this list$/,
  / must be the id of an existing (?:product|user); /,
];

/** Whether the service refuses a request for what a schema can say. */
function refuses({ status, json }: HttpResponse): boolean {
  if (status !== 400) return false;
  const { errors } = json as { errors: { field?: string; message: string }[] };
  return !errors.every(({ message }) => BEYOND_SCHEMAS.some((rule) => rule.test(` ${message}`)));
}

const headers = { accept: 'application/problem+json, application/json;q=0.9' };
const contracts = new Map<string, RequestContract>();
for (const version of ['/v1', '/v2']) {
  contracts.set(version, new RequestContract((await portico.get(`${version}/openapi.json`)).json as RequestDocument));
}

/** Lengths around every bound. */
const length = fc.constantFrom(0, 1, 2, 99, 100, 101, 197, 198, 199, 200, 201, 254, 255);
const long = fc
  .tuple(fc.constantFrom('x', ' ', 'é', '語', '😀', '\t', '\u3000', '\ufeff', '\u200b'), length)
  .map(([unit, count]) => unit.repeat(count));
const wellFormed = fc.string({ unit: 'grapheme' });
const odd = fc.constantFrom('', ' ', '\0', 'a\0b', ' \0 ', '\u0085', '\u001f', '\n', 'Ada\n', ' Ada ', 'null', '1');
const text = fc.oneof(
  long,
  fc.tuple(long, odd).map((parts) => parts.join('')),
  wellFormed,
  odd,
);
const name = fc.oneof(fc.constantFrom('Ada', 'Ada Lovelace'), text);
const email = fc.oneof(
  fc.emailAddress(),
  fc.constantFrom(
    'a@b',
    'A@B.c',
    '.a@b',
    'a..b@c.d',
    'a@-b.c',
    'a@b-.c',
    'a@b..c',
    'a@b.c\n',
    'ä@b.c',
    'a@ü.c',
    '"a"@b.c',
    'a@[1.2.3.4]',
  ),
  fc
    .tuple(fc.constantFrom(1, 63, 64, 65), fc.constantFrom(1, 62, 63, 64))
    .map(([a, b]) => `${'a'.repeat(a)}@${'b'.repeat(b)}.c`),
  fc.integer({ min: 240, max: 260 }).map((count) => `${'a'.repeat(count - 6)}@bcd.e`),
  text,
);
const number = fc.oneof(
  fc.constantFrom(-1, -0, 0, 1, 999, 1000, 1001, 1.5, 1e3, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e300, 0.1),
  fc.nat(300),
);
const other = fc.constantFrom<unknown>(null, true, 0, 1.5, 'x', '1', [], {}, [{}], ['Ada']);
const of = (usual: fc.Arbitrary<unknown>) => fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: other });
const item = of(
  fc.record(
    { productId: of(number), quantity: of(number), note: fc.constant(1) },
    { requiredKeys: ['productId', 'quantity'] },
  ),
);
const line = fc.record({ productId: fc.integer({ min: 1, max: 240 }), quantity: fc.constantFrom(1, 1000) });
const items = fc.oneof(
  fc.array(item, { maxLength: 3 }),
  fc.constantFrom(0, 1, 99, 100, 101).chain((count) => fc.array(line, { minLength: count, maxLength: count })),
);
/** Bodies of an endpoint: most have what it needs, some lack it, and some are no objects. */
const bodyOf = (fields: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[]) => {
  const all = { ...fields, extra: fc.constant(1) };
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(fields, { requiredKeys }) },
    { weight: 2, arbitrary: fc.record(all, { requiredKeys: [] }) },
    { weight: 1, arbitrary: other },
  );
};

const V1_USER = bodyOf({ name: of(name), email: of(email) }, ['name']);
const V2_USER = bodyOf({ firstName: of(name), lastName: of(name), email: of(email) }, ['firstName', 'lastName']);
const ORDER = bodyOf({ items: of(items), userId: of(number) }, ['items']);

describe.each([V1, V2])('in $name', (scheme) => {
  const client = portico.in(scheme);
  const contract = contracts.get(scheme.prefix)!;
  const user = scheme === V1 ? V1_USER : V2_USER;

  test.each([
    ['post', '/users', user],
    ['put', '/users/{id}', user],
    ['patch', '/users/{id}', user],
    ['post', '/orders', ORDER],
  ] as const)('%s %s takes the bodies that its schema allows', async (method, path, body) => {
    const fits = contract.body(method, path);
    const seen = new Set<boolean>();
    const agrees = async (given: unknown) => {
      const answer = await client.request(method.toUpperCase(), path.replace('{id}', '1'), {
        body: JSON.stringify(given),
        headers: { 'content-type': 'application/json', ...headers },
      });
      // As it arrives: JSON has no -0.
      const isAllowed = fits(JSON.parse(JSON.stringify(given)));
      seen.add(isAllowed);
      expect({ given, isAllowed, body: answer.body }).toEqual({
        given,
        isAllowed: !refuses(answer),
        body: answer.body,
      });
    };
    await fc.assert(fc.asyncProperty(body, agrees), RUNS);
    expect(seen.size).toBe(2);
  });

  const numeral = fc.oneof(
    number.map(String),
    fc.constantFrom(
      '',
      '1.0',
      '01',
      '+1',
      '-0',
      '1e1',
      ' 1',
      'x',
      '90071992547410',
      '90071992547411',
      '450359962737050',
    ),
    fc.constantFrom('21474836', '2147483647', '2147483648', '9007199254740991', '9007199254740992'),
  );
  const paging = {
    limit: numeral,
    offset: numeral,
    page: numeral,
    cursor: fc.constantFrom('', 'x', '\0'),
    extra: text,
  };
  const sort = fc.constantFrom('id', '-id', 'createdAt', '-createdAt', 'Id', '+id', '', 'ID_ASC');
  const status = fc.constantFrom('pending', 'cancelled', 'PENDING', '');
  const search = fc.oneof(
    text,
    fc
      .constantFrom(1, 2, 3, 99, 100, 101)
      .chain((count) => fc.constantFrom('x', '😀', '%').map((one) => one.repeat(count))),
  );
  const expand = fc
    .array(fc.constantFrom('items', 'user', '', 'Items'), { maxLength: 3 })
    .map((values) => values.join());
  test.each([
    ['/users', fc.record({ search, sort, ...paging }, { requiredKeys: [] })],
    ['/orders', fc.record({ status, userId: numeral, sort, ...paging, expand }, { requiredKeys: [] })],
    ['/products', fc.record({ search, sort, ...paging }, { requiredKeys: [] })],
    ['/forecast', fc.record({ city: fc.oneof(fc.constant('London'), text), extra: text }, { requiredKeys: [] })],
  ] as const)('get %s takes the queries that its parameters allow', async (path, query) => {
    const fits = contract.query(path);
    const seen = new Set<boolean>();
    const agrees = async (all: Record<string, string>, isSingle: boolean) => {
      // Mostly one parameter at a time, so that one fault does not hide another.
      const given = isSingle ? Object.fromEntries(Object.entries(all).slice(0, 1)) : all;
      const target = `${path}?${new URLSearchParams(given).toString()}`.replaceAll('%2C', ',');
      const answer = await client.request('GET', target, { headers });
      const isAllowed = fits(given);
      seen.add(isAllowed);
      expect({ given, isAllowed, body: answer.body }).toEqual({
        given,
        isAllowed: !refuses(answer),
        body: answer.body,
      });
    };
    await fc.assert(fc.asyncProperty(query, fc.boolean(), agrees), RUNS);
    expect(seen.size).toBe(2);
  });
});
