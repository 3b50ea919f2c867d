import { rmSync } from 'node:fs';
import { buildSchema, printSchema } from 'graphql';
import { afterAll, describe, expect, it, test } from 'vitest';
import { loadPlan } from '../../src/gateway/server.ts';
import { toySchema } from '../vocabulary/support/toy.ts';
import { folderOf } from './support/folderOf.ts';

const folder = folderOf({
  'v1/getBook.graphql':
    'query getBook($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { title genre } }',
});
afterAll(() => rmSync(folder, { recursive: true }));
const plan = loadPlan({ endpoints: folder }, toySchema);
const built = () => JSON.parse(JSON.stringify(plan)) as Record<string, unknown>;

describe('a built plan', () => {
  it('is the plan of its documents', () => {
    expect(loadPlan({ plan: built() }, toySchema)).toEqual(plan);
  });

  it('fits a schema that defines more', () => {
    const schema = buildSchema(printSchema(toySchema).replace('motto: String', 'motto: String\n  born: Int'));
    expect(loadPlan({ plan: built() }, schema)).toEqual(plan);
  });

  test.each<[string, [string, string], string]>([
    ['a field of another type', ['  title: String!', '  title: Int!'], 'Book.title is Int! in this schema'],
    ['a field that is gone', ['  genre: Genre!\n', ''], 'Book.genre does not exist in this schema'],
    ['an argument of another type', ['book(id: SafeInt!', 'book(id: ID!'], 'Query.book(id:) is ID! in this schema'],
    [
      'an argument that is required now',
      ['edition: Edition)', 'edition: Edition!)'],
      'Query.book(edition:) is required',
    ],
    ['another value of an enum', ['  FACT\n', '  FACT\n  POEM\n'], 'Genre is '],
  ])('does not fit a schema with %s', (_, [from, to], problem) => {
    const sdl = printSchema(toySchema);
    expect(sdl).toContain(from);
    expect(() => loadPlan({ plan: built() }, buildSchema(sdl.replace(from, to)))).toThrow(problem);
  });

  test.each<[string, unknown, string | RegExp]>([
    ['null', null, 'The plan is not valid'],
    ['another JSON', { openapi: '3.1.0' }, 'The plan is not valid'],
    [
      'another format',
      { ...built(), format: 99 },
      /^The plan has format 99, but this version of Portico requires format \d+; run "portico build" again\.$/,
    ],
  ])('is refused as %s', (_, json, problem) => {
    expect(() => loadPlan({ plan: json }, toySchema)).toThrow(problem);
  });
});
