import { toUSVString } from 'node:util';
import { GraphQLError, type GraphQLScalarType, buildSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type ServedSchema, serveSchema } from './support/serveSchema.ts';

const COLOURS = Array.from({ length: 200 }, (_, index) => `COLOUR_${index}`);
const schema = buildSchema(/* GraphQL */ `
  scalar Word
  enum Colour { ${COLOURS.join(' ')} }
  input Row { a: Int! b: Int! c: Int! d: Int! e: Int! f: Int! g: Int! h: Int! }
  input Choice @oneOf { word: Word many: [Word!] }
  input Wide { ${COLOURS.map((name) => `${name.toLowerCase()}: Int`).join(' ')} }
  type Query { find(words: [Word!], colours: [Colour!]): Int }
  type Mutation {
    rows(rows: [Row!]!): Int
    words(words: [Word!]!): Int
    colours(colours: [Colour!]!): Int
    choices(choices: [Choice!]!): Int
    wide(wide: Wide!): Int
    named(named: String!): Int
  }
`);
/** How many words were parsed. */
let parsed = 0;
(schema.getType('Word') as GraphQLScalarType).parseValue = (value) => {
  parsed++;
  if (typeof value === 'string' && value.length < 5) return value;
  throw new GraphQLError(`Word must be short, not ${String(value)}`);
};
for (const each of Object.values(schema.getMutationType()!.getFields())) each.resolve = () => 1;

const mutation = (name: string, type: string, more = '') =>
  `mutation ${name}($${name}: ${type}) @endpoint(method: POST, path: "/${name}"${more}) { ${name}(${name}: $${name}) }`;
const documents = {
  'v1/rows.graphql': mutation('rows', '[Row!]!'),
  'v1/words.graphql': mutation('words', '[Word!]!'),
  'v1/colours.graphql': mutation('colours', '[Colour!]!'),
  'v1/choices.graphql': mutation('choices', '[Choice!]!', ', body: "choices"'),
  'v1/wide.graphql': mutation('wide', 'Wide!'),
  'v1/named.graphql': mutation('named', String.raw`String! @param(pattern: "\\s*[^\\s\\x00][^\\x00]*")`),
  'v1/find.graphql':
    'query find($words: [Word!], $colours: [Colour!]) @endpoint(method: GET, path: "/find") { find(words: $words, colours: $colours) }',
};
const ready = serveSchema(schema, documents);
afterAll(async () => (await ready).close());
beforeEach(() => void (parsed = 0));
const send: ServedSchema['send'] = async (...request) => (await ready).send(...request);
const PROBLEM = { accept: 'application/problem+json' };
const fill = (item: string, bytes = 1024 * 1024 - 100) =>
  Array(Math.floor(bytes / (item.length + 1)))
    .fill(item)
    .join();

interface ProblemDocument {
  detail: string;
  errors: { field: string; message: string }[];
}

describe('a body of 1 MiB', () => {
  test('of empty objects is 400 with fifty problems, and more', async () => {
    const body = `{"rows":[${fill('{}')}]}`;
    const { status, json } = await send('POST /v1/rows', { body, headers: PROBLEM });
    const { detail, errors } = json as ProblemDocument;
    const fields = [...'abcdefgh'].map((name) => `rows.0.${name}`);
    expect([status, errors.length]).toEqual([400, 50]);
    expect(errors.slice(0, 9)).toEqual([...fields, 'rows.1.a'].map((field) => ({ field, message: 'is required' })));
    expect(detail).toBe([...errors.map(({ field, message }) => `${field} ${message}`), 'and more'].join('; '));
  });
  test.each([
    ['a list', 'POST /v1/words', `{"words":[${fill('"too long"')}]}`],
    ['objects', 'POST /v1/choices', `[${fill('{"word":"too long"}')}]`],
    ['lists in objects', 'POST /v1/choices', `[{"many":[${fill('"too long"')}]}]`],
  ])('of %s is not read beyond the problems that an error lists', async (_, line, body) => {
    expect((await send(line, { body })).status).toBe(400);
    expect(parsed).toBe(51);
  });
  test('that is valid is read to its end', async () => {
    const words = Array.from({ length: 1000 }, () => 'word');
    expect((await send('POST /v1/words', { body: { words } })).status).toBe(200);
    expect(parsed).toBeGreaterThanOrEqual(1000);
  });
});

test('a query is not read beyond the problems that an error lists', async () => {
  const { status, json } = await send(`GET /v1/find?words=${fill('too+long', 8000)}`);
  expect([status, parsed]).toEqual([400, 51]);
  expect((json as { error: string }).error).toMatch(/; and more$/);
});

describe('a message', () => {
  const message = async (line: string, body?: unknown) => {
    const { json } = await send(line, { headers: PROBLEM, body });
    return (json as Partial<ProblemDocument>)?.errors?.[0];
  };
  test('names the first values of a large enum, and how many there are', async () => {
    const { field, message: said } = (await message('POST /v1/colours', { colours: ['MAUVE'] }))!;
    expect(field).toBe('colours.0');
    expect(said).toMatch(/^must be one of "COLOUR_0", "COLOUR_1", .*, "COLOUR_\d+", … and \d+ more$/);
    expect(said.length).toBeLessThanOrEqual(200);
    const [, last, more] = /"COLOUR_(\d+)", … and (\d+) more$/.exec(said)!;
    expect(Number(last) + 1 + Number(more)).toBe(COLOURS.length);
  });
  test('lists no more than the first of many names', async () => {
    const { message: said } = (await message('POST /v1/wide', { wide: { x: 1 } }))!;
    expect(said).toMatch(/^is not a known property; known properties are "colour_0", .*, … and \d+ more$/);
    expect(said.length).toBeLessThanOrEqual(200);
  });
  test('of a scalar is cut where it repeats what was sent', async () => {
    const { message: said } = (await message('POST /v1/words', { words: ['x'.repeat(100_000)] }))!;
    expect(said).toMatch(/^must be short, not x+…$/);
    expect(said).toHaveLength(200);
  });
  test('cuts no character in two', async () => {
    for (const before of ['', 'x']) {
      const { message: said } = (await message('POST /v1/words', { words: [before + '😀'.repeat(500)] }))!;
      expect(toUSVString(said)).toBe(said);
    }
  });
  test.each([
    ['a', undefined],
    ['', 'must not be empty'],
    [' \n', 'must not be blank'],
    ['a\0', 'must not contain U+0000'],
    [' \0', String.raw`must match \s*[^\s\x00][^\x00]*`],
  ])('describes in words why %j is refused, where one change would do', async (named, said) => {
    expect((await message('POST /v1/named', { named }))?.message).toBe(said);
  });
  test.each([
    [200, 'x'.repeat(200)],
    [201, `${'x'.repeat(199)}…`],
    [100_000, `${'x'.repeat(199)}…`],
  ])('has no more than 200 characters of the name of an unknown field: %i', async (length, name) => {
    const { field } = (await message('POST /v1/wide', { ['x'.repeat(length)]: 1, wide: {} }))!;
    expect(field).toBe(name);
  });
});

test('the error of sixty wrong values of a large enum is short', async () => {
  const { text } = await send('POST /v1/colours', { body: { colours: Array(60).fill('x') } });
  expect(Buffer.byteLength(text)).toBeLessThan(12_000);
});
