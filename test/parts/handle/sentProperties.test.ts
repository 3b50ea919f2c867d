import { describe, expect, test } from 'vitest';
import type { Conventions } from '../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { ApiPlan } from '../../../src/gateway/plan/ApiPlan.ts';
import type { EndpointPlan } from '../../../src/gateway/plan/EndpointPlan.ts';
import type { Shape } from '../../../src/gateway/plan/Shape.ts';
import { handleRequest } from '../../../src/gateway/handle/handleRequest.ts';
import { endpointOf, leaf, listOf, object, resultOf, versionOf } from './support/plans.ts';
import { requestOf, runtimeOf } from './support/runtimeOf.ts';

const OMIT = { ...DEFAULT_CONVENTIONS, nulls: 'omit' } as Conventions;

/** The reply of an endpoint whose operation has this result for `book`. */
function send(plan: Partial<EndpointPlan>, book: unknown, { query = '', conventions = DEFAULT_CONVENTIONS } = {}) {
  const endpoint = endpointOf({ operations: { UNPAGED: '{ book }' }, ...plan });
  const versions = [{ ...versionOf({ conventions }), endpoints: [endpoint] }];
  const served = { versions } as unknown as ApiPlan;
  const runtime = runtimeOf([endpoint], () => ({ data: { book } }), { plan: served });
  return handleRequest(runtime, requestOf(`GET /v1/books${query}`));
}
const resultAs = (body: Shape) => ({ result: resultOf({ dataPath: ['book'], body }) });
async function bodyOf(...request: Parameters<typeof send>): Promise<unknown> {
  const { status, body } = await send(...request);
  expect(status).toBe(200);
  return JSON.parse(String(body));
}

describe('properties that are null', () => {
  const inner = object({ name: leaf() });
  const shape = object({ id: leaf(), title: leaf(), author: inner, tags: listOf(leaf()) });
  const BOOK = { id: 1, title: null, author: { name: null }, tags: [null] };

  test('are sent', async () => expect(await bodyOf(resultAs(shape), BOOK)).toEqual(BOOK));

  test('are left out where the conventions say so, but not from lists', async () => {
    const options = { conventions: OMIT };
    expect(await bodyOf(resultAs(shape), BOOK, options)).toEqual({ id: 1, author: {}, tags: [null] });
    expect(await bodyOf(resultAs(shape), { ...BOOK, author: null }, options)).toEqual({ id: 1, tags: [null] });
  });
});

describe('a group of properties', () => {
  const grouped = (marker?: string) => {
    const group: Shape = { kind: 'group', of: object({ title: leaf() }), nullable: false, ...(marker && { marker }) };
    return resultAs(object({ id: leaf(), attributes: group }));
  };

  test('is an object of what is beside it in the data', async () => {
    expect(await bodyOf(grouped(), { id: 1, title: 'a' })).toEqual({ id: 1, attributes: { title: 'a' } });
    expect(await bodyOf(grouped(), { id: 1 })).toEqual({ id: 1, attributes: {} });
  });

  test('is left out where its object is not selected', async () => {
    expect(await bodyOf(grouped('_group'), { id: 1, title: 'a' })).toEqual({ id: 1 });
    expect(await bodyOf(grouped('_group'), { id: 1, title: 'a', _group: 'Book' })).toEqual({
      id: 1,
      attributes: { title: 'a' },
    });
  });
});

describe('a parameter of @fields', () => {
  const names = ['id', 'title', 'author'];
  const properties = names.map((name) => ({
    name,
    path: [name],
    wire: [name],
    ...(name === 'author' && { properties: ['name', 'age'].map((key) => ({ name: key, path: [key], wire: [key] })) }),
  }));
  const author = object({ name: leaf(), age: leaf('Int') });
  const shape = { ...object({ id: leaf(), title: leaf(), author }), fields: 'fields' };
  const book = { id: 1, title: 'a', author: { name: 'Ann', age: 7 } };
  const plan = (body: Shape) => ({ ...resultAs(body), fields: [{ name: 'fields', path: ['book'], properties }] });

  test.each<[string, object]>([
    ['', book],
    ['?fields=id', { id: 1 }],
    ['?fields=title,author', { title: 'a', author: { name: 'Ann', age: 7 } }],
    ['?fields=author.name', { author: { name: 'Ann' } }],
    ['?fields=', {}],
  ])('%j chooses what is sent', async (query, expected) => {
    expect(await bodyOf(plan(shape), book, { query })).toEqual(expected);
    expect(await bodyOf(plan(listOf(shape)), [book, null], { query })).toEqual([expected, null]);
  });

  test('leaves a null in place of an object', async () => {
    const query = '?fields=author.name';
    expect(await bodyOf(plan(shape), { ...book, author: null }, { query })).toEqual({ author: null });
  });
});

describe('a header of the data', () => {
  test.each<[unknown, string | undefined]>([
    ['a', 'a'],
    [5, '5'],
    [false, 'false'],
    [null, undefined],
    [undefined, undefined],
    [{ a: 1 }, '{"a":1}'],
  ])('of %j is %j', async (rank, expected) => {
    const headers = [{ name: 'X-Rank', path: ['book', 'rank'], type: 'JSON', required: false }];
    const { headers: sent } = await send({ ...resultAs(object({ id: leaf() })), headers }, { id: 1, rank });
    expect(sent['x-rank']).toBe(expected);
  });
});
