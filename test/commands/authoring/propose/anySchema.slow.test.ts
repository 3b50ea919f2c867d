// Whatever the schema: what is proposed compiles, without warnings, and no two endpoints have one route.
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { runsOf } from '../../../promises/support/runsOf.ts';
import { makeFolder } from '../init/support/makeFolder.ts';
import { API, readReport } from '../support/propose.ts';
import { runPortico } from '../../support/runPortico.ts';

const TYPES = ['User', 'OrderLine', 'Category', 'Status', 'Error', 'UserConnection', 'Payload', 'Thing', 'Result'];
const LEAVES = ['Int', 'String', 'ID', 'Boolean', 'Float', 'Color', 'Stamp', 'Upload'];
const INPUTS = ['UserInput', 'Filter', 'Patch'];
// prettier-ignore
const NAMES = [
  'id', 'name', 'type', 'user', 'users', 'order', 'orderLine', 'nodes', 'edges', 'pageInfo', 'totalCount', 'errors', 'message', 'success',
  'first', 'after', 'limit', 'offset', 'page', 'cursor', 'expand', 'input', 'where', 'filter', 'orderBy', 'userId', 'ids', 'slug',
  'data', 'node', 'field', 'token', 'email', 'count', 'items', 'code', 'fields', 'body', 'status', 'key',
];
// prettier-ignore
const WORDS = ['create', 'update', 'delete', 'set', 'add', 'bulk', 'cancel', 'get', 'all', 'by', 'for', 'v1', 'search'];

const wrapped = (names: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom('%', '%!', '[%]', '[%!]!', '[[%]]'))
    .map(([name, wrap]) => wrap.replace('%', name));
const input = fc.tuple(fc.constantFrom(...NAMES), wrapped([...LEAVES, ...INPUTS, 'Order']));
const args = fc
  .uniqueArray(input, { selector: ([name]) => name, maxLength: 4 })
  .map((all) => (all.length === 0 ? '' : `(${all.map(([name, type]) => `${name}: ${type}`).join(' ')})`));
const field = (names: fc.Arbitrary<string>) => fc.tuple(names, args, wrapped([...LEAVES, ...TYPES, 'Any', 'Named']));
const fields = (names: fc.Arbitrary<string>, maxLength: number) =>
  fc
    .uniqueArray(field(names), { selector: ([name]) => name, minLength: 1, maxLength })
    .map((all) => all.map(([name, given, type]) => `${name}${given}: ${type}`).join(' '));
const rootName = fc
  .array(fc.constantFrom(...NAMES, ...WORDS, ...TYPES), { minLength: 1, maxLength: 3 })
  .map((words) => words.map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join(''));

const sdl = fc
  .record({
    types: fc.tuple(...TYPES.map(() => fields(fc.constantFrom(...NAMES), 6))),
    inputs: fc.tuple(
      ...INPUTS.map(() => fc.uniqueArray(input, { selector: ([name]) => name, minLength: 1, maxLength: 5 })),
    ),
    query: fields(rootName, 6),
    mutation: fields(rootName, 8),
  })
  .map(({ types, inputs, query, mutation }) =>
    [
      'scalar Stamp scalar Upload enum Color { RED GREEN } union Any = User | Category interface Named { name: String }',
      'input Order { field: OrderField! direction: Direction! } enum OrderField { NAME AGE } enum Direction { ASC DESC }',
      ...types.map((each, at) => `type ${TYPES[at]} { ${each} }`),
      ...inputs.map((all, at) => {
        // A required input object in itself could have no value.
        const own = all.map(
          ([name, type]) => `${name}: ${INPUTS.some((each) => type.includes(each)) ? type.replace(/!/g, '') : type}`,
        );
        return `input ${INPUTS[at]} { ${own.join(' ')} }`;
      }),
      `type Query { ${query} } type Mutation { ${mutation} }`,
    ].join('\n'),
  );

test('every proposal compiles as a whole', async () => {
  await fc.assert(
    fc.asyncProperty(sdl, async (text) => {
      const folder = makeFolder({ 'schema.graphql': text });
      const { endpoints, skipped } = readReport(await runPortico(['init', '--json'], folder), folder);
      const isRoot = ({ coordinate }: { coordinate: string }) => /^(?:Query|Mutation)\./.test(coordinate);
      const schema = buildSchema(text);
      const roots = [schema.getQueryType()!, schema.getMutationType()!];
      const count = roots.flatMap((type) => Object.keys(type.getFields())).length;
      expect([...endpoints, ...skipped].filter(isRoot)).toHaveLength(count);
      if (endpoints.length > 0) {
        rmSync(`${folder}/portico.config.ts`);
        const { stdout } = await runPortico(['check', ...API, '--json'], folder);
        expect(JSON.parse(stdout)).toMatchObject({ ok: true, warnings: [] });
      }
      const keys = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
      expect(new Set(keys).size).toBe(endpoints.length);
      rmSync(folder, { recursive: true });
    }),
    runsOf(40, 1),
  );
}, 120_000);
