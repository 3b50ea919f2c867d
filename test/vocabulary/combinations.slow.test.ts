// Random documents that combine words of the vocabulary, and random requests to them. Whatever is combined: the response
// validates against the OpenAPI document, the operation that executes validates against the schema, and nothing is a 500.
import { rmSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { print, validate } from 'graphql';
import { test } from 'vitest';
import { createPortico } from '../../src/gateway/index.ts';
import { runsOf } from '../promises/support/runsOf.ts';
import { type Api, api, documentsOf, schema } from './support/combinedWords.ts';
import { executeRoots } from './support/executeRoots.ts';
import { sendTo } from './support/sendTo.ts';
import { folderOf } from './support/toy.ts';

/** One request to any of these APIs. */
const request = fc.record({
  expand: fc.subarray(['owner', 'boxes']),
  fields: fc.option(fc.array(fc.nat({ max: 20 }), { maxLength: 4 }), { nil: undefined }),
  page: fc.constantFrom('', 'offset=1', 'page=2', 'limit=1'),
  filter: fc.constantFrom('', 'name=a', 'names=a'),
  id: fc.constantFrom('1', '2', '3', '4'),
});

const ITEMS = [
  {
    id: '1',
    name: 'one',
    note: 'n',
    kind: 'BIG_ONE',
    owner: { id: '7', title: 'T', motto: null },
    boxes: [],
    thing: null,
  },
  { id: '2', name: 'two', note: null, kind: 'SMALL', owner: null, boxes: [{ id: '8', width: null, label: 'l' }] },
  {
    id: '3',
    name: 'three/3',
    note: '',
    kind: 'SMALL',
    owner: { id: '7', title: 'T', motto: 'M' },
    boxes: [{ id: '9', width: 2, label: 'm' }],
  },
].map((item, index) => ({
  __typename: 'Item',
  thing:
    index === 1
      ? { __typename: 'Box', id: '8', label: 'l', width: null }
      : { __typename: 'Item', id: '9', name: 'inner' },
  ...item,
  broken: () => {
    if (index === 2) throw new Error('broken');
    return index === 0 ? 'whole' : null;
  },
}));

const slice = (from: number, count: number) => ITEMS.slice(from, from + count);
const rootValue = {
  item: ({ id }: { id: string }) => ITEMS.find((each) => each.id === id) ?? null,
  thing: ({ id }: { id: string }) =>
    id === '3' ? { __typename: 'Box', id, label: 'box', width: 1 } : (ITEMS.find((each) => each.id === id) ?? null),
  items: ({ first = 9, after, offset = 0 }: { first?: number; after?: string; offset?: number }) => {
    const from = after === undefined ? offset : Number(after);
    const page = slice(from, first);
    return {
      nodes: [...page, null],
      edges: page.map((node) => ({ node })),
      pageInfo: {
        hasNextPage: from + first < ITEMS.length,
        endCursor: page.length > 0 ? String(from + page.length) : null,
      },
      totalCount: ITEMS.length,
    };
  },
  list: ({ limit = 9, skip = 0 }: { limit?: number; skip?: number }) => slice(skip, limit),
  count: () => ITEMS.length,
};

const executed = executeRoots(schema, rootValue);

type Request = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** The target of a request to an API: parameters that it does not have are left out. */
function targetOf(
  { hasFields }: Api,
  { names, expands, isPaged }: ReturnType<typeof documentsOf>,
  given: Request,
): string {
  const expanded = given.expand.filter((name) => expands.includes(name));
  const listed = hasFields && names.length > 0 ? given.fields?.map((index) => names[index % names.length]) : undefined;
  const query = [
    expanded.length > 0 && `expand=${expanded.join(',')}`,
    listed && `fields=${[...new Set(listed)].join(',')}`,
    isPaged && given.page,
    given.filter,
  ];
  return `/v1/items${isPaged ? '' : `/${given.id}`}?${query.filter(Boolean).join('&')}`;
}

/** Validates bodies of successes by the OpenAPI document. */
function compileValidator(openApi: { paths: object }): ValidateFunction {
  const [path = ''] = Object.keys(openApi.paths);
  const ajv = addFormats.default(
    new Ajv2020({ strict: false, allErrors: true, validateFormats: false, validateSchema: false }),
  );
  const pointer = encodeURI(path.replaceAll('~', '~0').replaceAll('/', '~1'));
  const $ref = `api#/paths/${pointer}/get/responses/200/content/application~1json/schema`;
  return ajv.addSchema(openApi, 'api').compile({ $ref });
}

/** Compiles an API. The function that is returned throws where a response is not what OpenAPI and the schema say. */
function open(chosen: Api): (given: Request) => Promise<void> {
  const own = documentsOf(chosen);
  const folder = folderOf(own.documents);
  const failures: unknown[] = [];
  const portico = createPortico({
    schema,
    endpoints: folder,
    report: ({ isCaught, error }) => void (isCaught || failures.push(error.cause)),
    publicUrl: 'https://a.example',
  });
  rmSync(folder, { recursive: true });
  const isValid = compileValidator(portico.openApi.get('/v1/openapi.json') as { paths: object });
  return async (given) => {
    const target = targetOf(chosen, own, given);
    const { status, body } = (await sendTo(portico, `GET ${target}`)).reply;
    const operations = executed.splice(0);
    const faults = [
      ...failures.splice(0).map(String),
      ...operations.flatMap((run) => validate(schema, run).map(String)),
      ...(status === 200 && !isValid(JSON.parse(String(body))) ? [JSON.stringify(isValid.errors)] : []),
      ...(status === 200 || status === 404 ? [] : [`${status} is not expected`]),
    ];
    if (faults.length === 0) return;
    const context = [...Object.values(own.documents), ...operations.map(print)].join('\n');
    throw new Error(`${target} is ${status}: ${String(body)}\n${faults.join('\n')}\n${context}`);
  };
}

test('combined words give what OpenAPI says, and operations that the schema allows', async () => {
  const requests = fc.array(request, { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(api, requests, async (own, all) => {
    const send = open(own);
    for (const each of all) await send(each);
  });
  await fc.assert(property, runsOf(60, 20_261_122));
}, 240_000);
