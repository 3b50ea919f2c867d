// Whatever the schema: what is proposed compiles, without warnings, and no two endpoints have one route.
import fc from 'fast-check';
import { buildSchema, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { formatDocument } from '../../../../src/authoring/propose/formatDocument.ts';
import { proposeApi } from '../../../../src/authoring/propose/proposeApi.ts';
import { verifyProposal } from '../../../../src/authoring/propose/verifyProposal.ts';
import { describeApi } from '../../../../src/gateway/describe/openapi/describeApi.ts';
import { routeKey } from '../../../../src/gateway/plan/paths.ts';
import { runsOf } from '../../../promises/support/runsOf.ts';
import { compileProposal } from './compileProposal.ts';

const TYPES = ['User', 'OrderLine', 'Category', 'Status', 'Error', 'UserConnection', 'Payload', 'Thing', 'Result'];
const LEAVES = ['Int', 'String', 'ID', 'Boolean', 'Float', 'Color', 'Stamp', 'Upload'];
const INPUTS = ['UserInput', 'Filter', 'Patch'];
const NAMES = [
  'id',
  'name',
  'type',
  'user',
  'users',
  'order',
  'orderLine',
  'nodes',
  'edges',
  'pageInfo',
  'totalCount',
  'errors',
  'message',
  'success',
  'first',
  'after',
  'limit',
  'offset',
  'page',
  'cursor',
  'expand',
  'input',
  'where',
  'filter',
  'orderBy',
  'userId',
  'ids',
  'slug',
  'data',
  'node',
  'field',
  'token',
  'email',
  'count',
  'items',
  'code',
  'fields',
  'body',
  'status',
  'key',
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

test('every proposal compiles as a whole', () => {
  fc.assert(
    fc.property(sdl, (text) => {
      const schema = buildSchema(text);
      const proposal = proposeApi(schema);
      const roots = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
        Object.keys(type.getFields()),
      );
      const isRoot = ({ coordinate }: { coordinate: string }) => /^(?:Query|Mutation)\./.test(coordinate);
      expect([...proposal.endpoints, ...proposal.skipped].filter(isRoot)).toHaveLength(roots.length);
      if (proposal.endpoints.length === 0) return;

      expect(verifyProposal(proposal, schema)).toEqual(proposal);
      const plan = compileProposal(proposal, schema);
      expect(plan.warnings).toEqual([]);
      expect(() => describeApi(plan, { basePath: '' })).not.toThrow();
      expect(new Set(proposal.endpoints.map(routeKey)).size).toBe(proposal.endpoints.length);
      for (const { text: document } of proposal.endpoints) {
        expect(document.startsWith(formatDocument(document))).toBe(true);
        expect(print(parse(formatDocument(document)))).toBe(print(parse(document)));
      }
    }),
    runsOf(40, 1),
  );
}, 120_000);
