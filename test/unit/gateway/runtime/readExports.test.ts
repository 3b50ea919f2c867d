import { expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';
import type { ServiceError } from '../../../../src/gateway/errors/ServiceError.ts';
import type { ExportPlan } from '../../../../src/gateway/plan/LookupPlan.ts';
import { readExports } from '../../../../src/gateway/runtime/readExports.ts';
import { parameter } from '../request/support/coercion.ts';

const parameters = [
  parameter('key', 'ID!', { source: 'path', variable: 'id' }),
  parameter('shelf', 'ID!', { source: 'path' }),
  parameter('name', 'String!', { source: 'body', variable: 'n' }),
  parameter('other', 'String'),
];
const variables = { id: 5, shelf: 'x'.repeat(101), n: 'Ann' };
const types = { conventions: DEFAULT_CONVENTIONS, types: { enums: {}, inputs: {} } };
const lookup = (exports: ExportPlan[]) => ({ operation: '', exports, variables: [], ownVariables: [] });
const read = (exports: ExportPlan[], data: Record<string, unknown>) => {
  try {
    return readExports(lookup(exports), data, { parameters, variables }, types);
  } catch (error) {
    const { status, message, problems } = error as ServiceError;
    return { status, message, problems };
  }
};

test('the values are those at the paths, by their variables', () => {
  const exports = [
    { variable: 'a', path: ['book', 'id'], types: ['Book'], lookedUpBy: [] },
    { variable: 'b', path: ['flag'], types: [], lookedUpBy: [] },
  ];
  expect(read(exports, { book: { id: 7 }, flag: false })).toEqual({ a: 7, b: false });
});

test.each<[string[], Record<string, unknown>, object]>([
  [['id'], { book: null }, { status: 404, message: 'No Book was found for key 5.' }],
  [
    ['id', 'shelf'],
    { book: { id: null } },
    { status: 404, message: `No Book was found for key 5, shelf ${'x'.repeat(100)}.` },
  ],
  [[], {}, { status: 404, message: 'No Book was found.' }],
  [
    ['n'],
    { book: {} },
    {
      status: 400,
      message: 'name does not match an existing resource',
      problems: [{ field: 'name', message: 'does not match an existing resource' }],
    },
  ],
  [
    ['id', 'n', 'other'],
    { book: null },
    { status: 400, message: 'name does not match an existing resource; other does not match an existing resource' },
  ],
])('a value that was looked up by %j, and is not in %j, is %j', (lookedUpBy, data, expected) => {
  expect(read([{ variable: 'a', path: ['book', 'id'], types: ['Book'], lookedUpBy }], data)).toMatchObject(expected);
});
