// What texts, JSON and forms set a variable of each type to, or why they are refused.
import { GraphQLScalarType, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createFrom } from './support/faults.ts';
import { sendTo } from './support/sendTo.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_VALUE = { type: 'any' };
const FORMATS = ['date', 'time', 'date-time', 'uuid', 'byte', 'email'];
const scalarOf = (format: string) => `Of_${format.replace('-', '_')}`;
/** In the words of JSON Schema. */
const SCALARS = {
  Id: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
  Whole: { type: 'integer' },
  AtLeast: { type: 'integer', minimum: 5 },
  AtMost: { type: 'number', maximum: 5 },
  Ratio: { type: 'number', minimum: 0, maximum: 1 },
  Switch: { type: 'boolean' },
  Json: JSON_VALUE,
  JsonText: { ...JSON_VALUE, upstream: 'json' },
  Short: { type: 'string', maxLength: 3 },
  Epoch: { type: 'string', format: 'date-time', upstream: 'unixtime' },
  Isbn: { type: 'string', pattern: '[0-9]{10}', maxLength: 10 },
  ...Object.fromEntries(FORMATS.map((format) => [scalarOf(format), { type: 'string', format }])),
};
const SDL = `
  ${[...Object.keys(SCALARS), 'Unknown'].map((name) => `scalar ${name}`).join(' ')}
  enum Genre { FICTION FACT }
  input Book { title: String!, genre: Genre, pages: Int! = 3 }
  input Filter { and: [Filter!], orElse: Filter, book: Book }
  input Choice @oneOf { word: String, number: Int }
  input Item { sku: String!, size: Int }`;
const conventions = {
  scalars: SCALARS,
  names: { 'Book.genre': 'book_genre', 'Filter.orElse': 'or_else' },
  enums: { Genre: { FICTION: 'made up', FACT: 'fact' } },
  consumes: ['application/json', FORM],
};
const CALLER = { authenticate: () => ({ subject: 'ada', scopes: [] }) };
let parsed: unknown[] = [];

/** An endpoint with one parameter of this type, in the query of a GET or in the body of a PUT. */
function serve(type: string, constraint: string, method: string) {
  const schema = buildSchema(`${SDL} type Query { x(x: ${type}): String } type Mutation { x(x: ${type}): String }`);
  (schema.getType('Isbn') as GraphQLScalarType).parseValue = (value) => {
    parsed.push(value);
    if (typeof value === 'string' && /^\d{10}$/.test(value)) return value;
    throw new Error(value === 'x' ? 'Isbn must have 10.0 digits.' : 'ten digits');
  };
  for (const each of [schema.getQueryType()!, schema.getMutationType()!])
    each.getFields()['x']!.resolve = (_, given) => JSON.stringify(given);
  const operation = `${method === 'GET' ? 'query' : 'mutation'} change($x: ${type}${constraint && ` @param(${constraint})`})`;
  return createFrom(
    schema,
    {
      'conventions.json': JSON.stringify(conventions),
      'v1/x.graphql': `${operation} @endpoint(method: ${method}, path: "/x") { x(x: $x) }`,
    },
    CALLER,
  );
}
const served = new Map<string, ReturnType<typeof serve>>();

/** The value that is read, or the messages of the refusal. */
async function read(type: string, line: string, sent: object, constraint = ''): Promise<unknown> {
  const [method = ''] = line.split(' ');
  const key = `${method} ${type} ${constraint}`;
  const portico = served.get(key) ?? serve(type, constraint, method);
  served.set(key, portico);
  const { reply } = await sendTo(portico, line, sent);
  const body = JSON.parse(reply.body!) as string | { error: string };
  return typeof body === 'string' ? (JSON.parse(body) as { x?: unknown }).x : body.error.split('; ');
}
const ofText = (type: string, text: string, constraint?: string) =>
  read(type, `GET /v1/x?x=${encodeURIComponent(text)}`, {}, constraint);
const ofJson = (type: string, x: unknown, constraint?: string) => read(type, 'PUT /v1/x', { body: { x } }, constraint);
const ofForm = (type: string, body: string, constraint?: string) =>
  read(type, 'PUT /v1/x', { body, headers: { 'content-type': FORM } }, constraint);

const INT = 'must be an integer between -2147483648 and 2147483647';
const ID = 'must be an integer between 0 and 9007199254740991';
const BOOLEAN = 'must be true or false';
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
const filters = (levels: number): unknown => (levels === 0 ? {} : { or_else: filters(levels - 1) });

describe('text', () => {
  test.each<[string, string, unknown]>([
    ['String', '', ''],
    ['String', ' a ', ' a '],
    ['Int', '0', 0],
    ['Int', '-5', -5],
    ['Int', '10', 10],
    ['Int', '2147483647', 2147483647],
    ['Int', '-2147483648', -2147483648],
    ['Float', '-1.5e3', -1500],
    ['Float', '0', 0],
    ['Float', '1E+2', 100],
    ['Float', '12.50', 12.5],
    ['Boolean', 'true', true],
    ['Boolean', 'false', false],
    ['ID', '01', '01'],
    ['Genre', 'made up', 'FICTION'],
    ['Genre', 'fact', 'FACT'],
    ['Id', '9007199254740991', 9007199254740991],
    ['Whole', '-9007199254740991', -9007199254740991],
    ['AtLeast', '5', 5],
    ['AtMost', '-1e300', -1e300],
    ['Ratio', '0.5', 0.5],
    ['Switch', 'true', true],
    ['Json', '{"a":1}', '{"a":1}'],
    ['Short', 'abc', 'abc'],
    ['Unknown', 'any text', 'any text'],
  ])('of %s: %j is %j', async (type, text, value) => {
    expect(await ofText(type, text)).toEqual(value);
  });

  test.each<[string, string, string]>([
    ['Int', '', INT],
    ['Int', '2147483648', INT],
    ['Int', '-2147483649', INT],
    ['Int', '0x10', INT],
    ['Int', ' 1', INT],
    ['Int', '1 ', INT],
    ['Int', '01', INT],
    ['Int', '-0', INT],
    ['Int', '+1', INT],
    ['Int', '1.0', INT],
    ['Int', '1e1', INT],
    ['Float', '1.', 'must be a number'],
    ['Float', '.5', 'must be a number'],
    ['Float', '01', 'must be a number'],
    ['Float', 'NaN', 'must be a number'],
    ['Float', 'Infinity', 'must be a number'],
    ['Float', '1e999', 'must be a number'],
    ['Float', '1e', 'must be a number'],
    ['Float', 'x1', 'must be a number'],
    ['Float', '1x', 'must be a number'],
    ['Boolean', 'TRUE', BOOLEAN],
    ['Boolean', '', BOOLEAN],
    ['ID', '', 'must not be empty'],
    ['Genre', 'FICTION', 'must be one of "made up", "fact"'],
    ['Id', 'x', ID],
    ['Id', '-1', ID],
    ['Id', '-0', ID],
    ['Id', '9007199254740992', ID],
    ['Whole', '9007199254740993.0', 'must be an integer'],
    ['AtLeast', '4', 'must be an integer of at least 5'],
    ['AtMost', '5.1', 'must be a number of at most 5'],
    ['Ratio', '1.1', 'must be a number between 0 and 1'],
    ['Switch', '1', BOOLEAN],
    ['Short', '', 'must not be empty'],
    ['Short', 'abcd', 'must have at most 3 characters'],
    ['Unknown', '', 'must not be empty'],
  ])('of %s: %j is refused: %s', async (type, text, message) => {
    expect(await ofText(type, text)).toEqual([`x ${message}`]);
  });

  test.each<[type: string, constraint: string, text: string, problem?: string]>([
    ['Int', 'min: 1', '0', 'must be an integer between 1 and 2147483647'],
    ['Int', 'max: 1', '2', 'must be an integer between -2147483648 and 1'],
    ['Id', 'max: 10', '11', 'must be an integer between 0 and 10'],
    ['Float', 'min: 0.5', '0.4', 'must be a number of at least 0.5'],
    ['Float', 'min: 0.5', '0.5'],
    ['ID', 'maxLength: 1', 'ab', 'must have at most 1 characters'],
    ['ID', 'minLength: 0', '', 'must not be empty'],
    ['Unknown', 'pattern: "[a-z]"', 'A', 'must match [a-z]'],
    ['String', 'minLength: 2', 'a', 'must have at least 2 characters'],
    ['String', 'minLength: 2', 'ab'],
    ['String', 'minLength: 2', '😀', 'must have at least 2 characters'],
    ['String', 'minLength: 2', '😀😀'],
    ['String', 'minLength: 3', '😀a', 'must have at least 3 characters'],
    ['String', 'minLength: 3', '😀ab'],
    ['String', 'maxLength: 2', 'ab'],
    ['String', 'maxLength: 2', 'abc', 'must have at most 2 characters'],
    ['String', 'maxLength: 2', '😀😀'],
    ['String', 'maxLength: 2', '😀😀a', 'must have at most 2 characters'],
    ['String', 'maxLength: 3', '👩‍🚀'],
    ['String', 'pattern: "[a-z]+"', 'abc'],
    ['String', 'pattern: "[a-z]+"', 'abc1', 'must match [a-z]+'],
    ['String', 'pattern: "[a-z]+"', '1abc', 'must match [a-z]+'],
    ['String', 'pattern: "a|b"', 'ab', 'must match a|b'],
    ['String', 'pattern: "."', '😀'],
    ['String', 'minLength: 2, pattern: "b"', 'a', 'must have at least 2 characters'],
    ['String', 'maxLength: 1, pattern: "b"', 'aa', 'must have at most 1 characters'],
    ['String', 'pattern: "y"', '', 'must match y'],
    ['String', 'pattern: "x"', ' ', 'must match x'],
    ['String', 'pattern: "ax"', 'a', 'must match ax'],
  ])('of %s with @param(%s): %j %s', async (type, constraint, text, problem) => {
    expect(await ofText(type, text, constraint)).toEqual(
      problem ? [`x ${problem}`] : type === 'Float' ? Number(text) : text,
    );
  });

  test.each<[format: string, valid: string[], invalid: string[], message: string]>([
    ['date', ['2024-02-29'], ['2023-02-29', '2024-2-9', '2024-02-29T00:00:00Z'], 'must be a date such as 2027-01-31'],
    [
      'time',
      ['23:59:59.5Z', '00:00:00+05:30', '23:59:60Z'],
      ['24:00:00Z', '12:00:00', '12:00Z'],
      'must be a time such as 09:30:00Z',
    ],
    [
      'date-time',
      ['2024-02-29T00:00:00-01:00'],
      ['2024-02-30T00:00:00Z', '2024-02-29', '2024-02-29 00:00:00Z'],
      'must be a date and time such as 2027-01-31T09:30:00Z',
    ],
    [
      'uuid',
      ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'FFFFFFFF-ffff-ffff-ffff-ffffffffffff'],
      [
        'f81d4fae7dec11d0a76500a0c91e6bf6',
        '{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}',
        'f81d4fae-7dec-11d0-a765-00a0c91e6bfg',
      ],
      'must be a UUID',
    ],
    [
      'byte',
      ['Zg==', 'Zm8=', 'Zm9v', '+/+/'],
      ['Zg', 'Zg=', '====', 'Zm9-', 'Z===', 'Zg==Zg=='],
      'must be base64 with padding',
    ],

    ['email', ['x'], [], ''],
  ])('of the format %s', async (format, valid, invalid, message) => {
    const type = scalarOf(format);
    for (const text of valid) expect(await ofJson(type, text)).toEqual(text);
    for (const text of invalid) expect(await ofJson(type, text)).toEqual([`x ${message}`]);
  });

  test.each<[string, string | string[], number]>([
    ['3123456789', '3123456789', 1],
    ['4123456789', ['x must match 3.*'], 1],
    ['3x', ['x must be a valid Isbn (ten digits)'], 1],
    ['x', ['x must have 10.0 digits'], 1],
    ['31234567890', ['x must have at most 10 characters'], 0],
    ['', ['x must not be empty'], 0],
  ])('of a scalar is checked by its bounds, itself and its patterns: %j', async (text, expected, times) => {
    const constraint = 'pattern: "3.*"';
    for (const ask of [ofText, ofJson]) {
      parsed = [];
      expect(await ask('Isbn', text, constraint)).toEqual(expected);
      expect(parsed.slice(0, times)).toEqual(Array(times).fill(text));
      if (times === 0) expect(parsed).toEqual([]);
    }
    expect(await ofJson('Isbn', 7, constraint)).toEqual(['x must be a string']);
  });
});

describe('a date-time of RFC 3339', () => {
  test.each<[string, string]>([
    ['1985-04-12T23:20:50.52Z', '1985-04-12T23:20:50.520Z'],
    ['1996-12-19T16:39:57-08:00', '1996-12-20T00:39:57.000Z'],
    ['1937-01-01T12:00:27.87+00:20', '1937-01-01T11:40:27.870Z'],
    ['2024-02-29t00:00:00z', '2024-02-29T00:00:00.000Z'],
    ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00.000Z'],
    ['2023-01-01T00:00:00.123456789Z', '2023-01-01T00:00:00.123Z'],
  ])('%s is %s', async (text, expected) => {
    expect(await ofText('Epoch', text)).toBe(Math.floor(Date.parse(expected) / 1000));
  });

  test.each([
    '2023-02-29T00:00:00Z',
    '2023-04-31T00:00:00Z',
    '2023-13-01T00:00:00Z',
    '2023-00-01T00:00:00Z',
    '2023-01-00T00:00:00Z',
    '2023-01-01T24:00:00Z',
    '2023-01-01T00:60:00Z',
    '2023-01-01T00:00:61Z',
    '2023-01-01T12:00:60Z',
    '2023-01-01T00:00:00',
    '2023-01-01T00:00:00+24:00',
    '2023-01-01T00:00:00.Z',
    // In UTC in a year that no date-time has.
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '9999-12-31T23:59:60Z',
    '2023-01-01',
    '+002023-01-01T00:00:00Z',
    ' 2023-01-01T00:00:00Z',
  ])('is not %s', async (text) => {
    expect(await ofText('Epoch', text)).toEqual(['x must be a date and time such as 2027-01-31T09:30:00Z']);
  });
});

describe('JSON', () => {
  test.each<[string, unknown, unknown]>([
    ['String', '', ''],
    ['Int', -5, -5],
    ['Float', 1, 1],
    ['Float', 0.5, 0.5],
    ['Boolean', false, false],
    ['ID', 'x', 'x'],
    ['ID', 9007199254740991, '9007199254740991'],
    ['ID', -1, '-1'],
    ['Genre', 'fact', 'FACT'],
    ['Id', 0, 0],
    ['Ratio', 1, 1],
    ['Switch', true, true],
    ['Json', { a: [1] }, { a: [1] }],
    ['Json', nested(100), nested(100)],
    ['Short', 'abc', 'abc'],

    ['[Int]', [1, null], [1, null]],
    ['[Int]', null, null],
    ['[Int!]!', [], []],
    ['[[Genre!]!]!', [['fact'], []], [['FACT'], []]],
    ['Book', { title: 'x' }, { title: 'x', pages: 3 }],
    ['Book!', { title: 'x', book_genre: 'fact', pages: 1 }, { title: 'x', genre: 'FACT', pages: 1 }],
    ['Book', { title: 'x', book_genre: null }, { title: 'x', genre: null, pages: 3 }],
    ['[Book!]', [{ title: 'x' }], [{ title: 'x', pages: 3 }]],
    ['Filter', { and: [{ and: [] }, { or_else: { and: null } }] }, { and: [{ and: [] }, { orElse: { and: null } }] }],
    ['Choice', { word: 'x' }, { word: 'x' }],
    ['Choice', null, null],
    ['Json', nested(99), nested(99)],
    ['Filter', filters(98), JSON.parse(JSON.stringify(filters(98)).replaceAll('or_else', 'orElse'))],
  ])('of %s: %j is %j', async (type, input, value) => {
    expect(await ofJson(type, input)).toEqual(value);
  });

  test.each<[string, unknown, ...string[]]>([
    ['String', 1, 'must be a string'],
    ['String', ['a'], 'must be a string'],
    ['Int', '1', INT],
    ['Int', 1.5, INT],
    ['Int', true, INT],
    ['Float', '1', 'must be a number'],
    ['Boolean', 'true', BOOLEAN],
    ['Boolean', 0, BOOLEAN],
    ['ID', 1.5, 'must be a string'],
    ['ID', false, 'must be a string'],
    ['Genre', 'POEM', 'must be one of "made up", "fact"'],
    ['Genre', ['fact'], 'must be one of "made up", "fact"'],
    ['Genre', 'constructor', 'must be one of "made up", "fact"'],
    ['Id', 1.5, ID],
    ['Id', '1', ID],
    ['Ratio', -0.5, 'must be a number between 0 and 1'],
    ['Switch', 'true', BOOLEAN],
    ['Json', nested(101), 'must not be nested more than 100 levels deep'],
    ['Json', JSON.parse('{"a":['.repeat(51) + ']}'.repeat(51)), 'must not be nested more than 100 levels deep'],
    ['Short', 5, 'must be a string'],

    ['Int!', null, 'x must not be null'],
    ['[Int!]', [1, null, 'a'], 'x.1 must not be null', 'x.2 must be an integer between -2147483648 and 2147483647'],
    ['[Int]!', null, 'x must not be null'],
    ['[Int]', 1, 'x must be an array'],
    ['[Int]', { length: 1 }, 'x must be an array'],
    ['Book', 'x', 'x must be a JSON object'],
    ['Book', [], 'x must be a JSON object'],
    ['Book', {}, 'x.title is required'],
    ['Book', { title: 'x', pages: null }, 'x.pages must not be null'],
    [
      'Book',
      { title: 'x', genre: 'fact' },
      'x.genre is not a known property; known properties are "title", "book_genre", "pages"',
    ],
    [
      'Book',
      { title: 'x', zzzzzz: 1 },
      'x.zzzzzz is not a known property; known properties are "title", "book_genre", "pages"',
    ],
    [
      'Book',
      JSON.parse('{"title": "x", "__proto__": {}}'),
      'x.__proto__ is not a known property; known properties are "title", "book_genre", "pages"',
    ],
    ['Filter', { and: [{ book: { title: 1 } }] }, 'x.and.0.book.title must be a string'],
    ['Choice', {}, 'x must have exactly one property'],
    ['Choice', { word: null }, 'x must have exactly one property'],
    ['Choice', { word: 'a', number: 1 }, 'x must have exactly one property'],
    [
      'Choice',
      { word: 'a', other: 1 },
      'x must have exactly one property',
      'x.other is not a known property; known properties are "word", "number"',
    ],
    ['Choice', [], 'x must be a JSON object'],
  ])('of %s: %j is refused: %s', async (type, input, ...messages) => {
    const problems = messages.flatMap((message) => message.split('; '));
    expect(await ofJson(type, input)).toEqual(problems.map((each) => (/^x\b|^known /.test(each) ? each : `x ${each}`)));
  });

  test.each<[string, string, unknown, ...string[]]>([
    ['[Int!]', 'max: 9', [1, 10], 'x.1 must be an integer between -2147483648 and 9'],
    ['[Int!]', 'minItems: 1', [], 'x must not be empty'],
    ['[Int!]', 'minItems: 1', [1]],
    ['[Int!]', 'minItems: 2', [1], 'x must have at least 2 items'],
    ['[Int!]', 'minItems: 2', ['a'], 'x must have at least 2 items', `x.0 ${INT}`],
    ['[Int!]!', 'maxItems: 2', [1, 2]],
    ['[Int!]', 'maxItems: 0', [1], 'x must have at most 0 items'],
    // No item is read of a list that is too long.
    ['[Int!]', 'maxItems: 1', ['a', 'b'], 'x must have at most 1 items'],
    ['[[Int!]!]', 'maxItems: 1, max: 9', [[1, 2, 3]]],
    ['[[Int!]!]', 'maxItems: 1, max: 9', [[10]], 'x.0.0 must be an integer between -2147483648 and 9'],
    ['[[Int!]!]', 'minItems: 2', [[], []]],
  ])('of %s with @param(%s): %j %s', async (type, constraint, input, ...problems) => {
    expect(await ofJson(type, input, constraint)).toEqual(problems.length > 0 ? problems : input);
  });

  test('of 20,000 levels is refused', async () => {
    const DEEP = 'must not be nested more than 100 levels deep';
    const body = (json: string) => ({ body: `{"x":${json}}`, headers: { 'content-type': 'application/json' } });
    const lists = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const objects = `${'{"and":['.repeat(20_000)}${']}'.repeat(20_000)}`;
    expect(await read('Json', 'PUT /v1/x', body(lists))).toEqual([`x ${DEEP}`]);
    expect(await read('[[Int!]!]', 'PUT /v1/x', body(lists))).toEqual([`x.0.0 ${INT}`]);
    expect(await read('Filter', 'PUT /v1/x', body(objects))).toEqual([expect.stringContaining(DEEP)]);
    expect(await ofJson('Filter', filters(100))).toEqual([expect.stringMatching(`^x(\\.or_else)+\\S*… ${DEEP}$`)]);
  });

  test('has at most 50 problems', async () => {
    const names = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]));
    const messages = (await ofJson('Choice', { word: 'x', ...names })) as string[];
    expect(messages.filter((message) => message.includes('is not a known property')).length).toBeLessThanOrEqual(50);
  });
});

describe('a form', () => {
  test.each<[string, string, unknown]>([
    ['String', 'x=x%2Cy', 'x,y'],
    ['String', 'x=', null],
    ['String!', 'x=', ''],
    ['Int!', 'x=7', 7],
    ['Float', 'x=-1.5e3', -1500],
    ['Boolean', 'x=false', false],
    ['Genre', 'x=fact', 'FACT'],
    ['ID', 'x=7', '7'],
    ['[String]', 'x[]=&x[]=x', [null, 'x']],
    ['[String!]', 'x[]=&x[]=x', ['x']],
    ['[String!]!', 'x=', []],
    ['[String!]', 'x=', null],
    ['[String!]', 'x[]=', []],
    ['[String!]', 'x=a,b&x=c', ['a', 'b', 'c']],
    ['[String!]', 'x=a%2Cb', ['a,b']],
    ['[String!]', 'x[1]=b&x[0]=a', ['a', 'b']],
    ['[[Int!]!]', 'x[0][]=1&x[1]=3,4', [[1], [3, 4]]],
    ['[[Genre!]!]', 'x[0]=fact,made up', [['FACT', 'FICTION']]],
    ['Filter', 'x[or_else][and][0][book][title]=a', { orElse: { and: [{ book: { title: 'a', pages: 3 } }] } }],
    ['Filter', 'x=', null],
    ['Filter', 'x[book]=', { book: null }],
    ['Int! = 3', '', 3],
    ['[[Int!]!]', 'x=1,2', [[1, 2]]],
    ['[Item!]', 'x[0][sku]=x,y&x[1][sku]=z&x[1][size]=', [{ sku: 'x,y' }, { sku: 'z', size: null }]],
    ['Json', 'x=1', '1'],
    ['Json', 'x[b][]=x%20y&x[b][]=&x[c][__proto__]=1', JSON.parse('{"b":["x y",null],"c":{"__proto__":"1"}}')],
    ['JsonText', 'x={"b":[1]}', '{"b":[1]}'],
    ['JsonText', 'x[b]=1', '{"b":"1"}'],

    ['Choice', 'x[word]=', { word: '' }],
    ['Choice', 'x[number]=1', { number: 1 }],
    ['String', 'x', null],
    ['String', '&&x=b=c&', 'b=c'],
    ['Json', 'x[b][c][d]=1', { b: { c: { d: '1' } } }],
    ['Json', 'x[0][]=1&x[0][]=2', [['1', '2']]],
    ['Json', 'x[1]=y&x[0]=x', ['x', 'y']],
    ['Json', 'x[1]=y', { 1: 'y' }],
    ['Json', 'x[00]=y', { '00': 'y' }],
    ['Json', 'x[0]=y&x[b]=z', { 0: 'y', b: 'z' }],
  ])('sets %s by %s', async (type, form, value) => {
    expect(await ofForm(type, form)).toEqual(value);
  });

  const DEEP = 'must not be nested more than 100 levels deep.';
  const MANY = 'The form must not have more than 10000 values.';
  test.each<[string, string, string]>([
    ['Int', 'x=1&x=2', 'x must be given only once'],
    ['Int', 'x[]=1', 'x must be an integer between -2147483648 and 2147483647'],
    ['Int!', 'x=', 'x must be an integer between -2147483648 and 2147483647'],
    ['Boolean', 'x=on', 'x must be true or false'],
    ['Genre', 'x=FACT', 'x must be one of "made up", "fact"'],
    ['Choice', 'x[number]=', `x.number ${INT}`],
    ['Choice', 'x[number]=1&x[word]=', 'x must have exactly one property'],
    ['Item!', 'x=', 'x must be an object, with names in brackets'],
    ['[Int!]', 'x[1]=1', 'x must be an array, whose items are numbered 0, 1, 2 and so on'],
    ['[Int!]', 'x[b]=1', 'x must be an array, whose items are numbered 0, 1, 2 and so on'],
    ['[Int!]', 'x=1,x', 'x.1 must be an integer between -2147483648 and 2147483647'],
    ['JsonText', 'x={', 'x must be JSON'],

    [
      'Json',
      'x[][b]=1',
      'The name "x[][b]" does not say which item it is of; number the items, as in "items[0][name]".',
    ],
    ['Json', 'x=%zz', 'The body is not valid percent-encoded UTF-8.'],
    ['Json', 'x=%C3&y=%A9', 'The body is not valid percent-encoded UTF-8.'],
    ['Json', `x${'[b]'.repeat(100)}=1`, `The name "x${'[b]'.repeat(12)}[b…" ${DEEP}`],
    ['[String!]', `x=${'a,'.repeat(10_000)}x`, MANY],
    ['[String!]', `x=a,b&x=${'a,'.repeat(9999)}x`, MANY],
    // Before the text is decoded.
    ['Json', `%${'&'.repeat(10_001)}`, MANY],
  ])('of %s is refused: %.30s: %s', async (type, form, problem) => {
    expect(await ofForm(type, form)).toEqual(problem.split('; '));
  });

  test('has at most 10,000 values, and 100 levels', async () => {
    expect(await ofForm('[String!]', `x=${'a,'.repeat(9999)}a`)).toHaveLength(10_000);
    expect(await ofForm('[String]', 'x=a&'.repeat(10_000))).toHaveLength(10_000);
    expect(await ofForm('String', `x=${','.repeat(20_000)}`)).toHaveLength(20_000);
    expect(await ofForm('Json', `x${'[b]'.repeat(98)}=1`)).toHaveProperty('b');
  });

  test('has values and bounds as a query', async () => {
    const values = 'values: [{ text: "new", value: { sku: "1" } }, { text: "-new", value: { sku: "2" } }]';
    expect(await ofForm('[Item!]', 'x=new,-new', values)).toEqual([{ sku: '1' }, { sku: '2' }]);
    expect(await ofForm('[Int!]', 'x=1,2,3', 'maxItems: 2')).toEqual(['x must have at most 2 items']);
    expect(await ofForm('Int', 'x=5', 'max: 4')).toEqual(['x must be an integer between -2147483648 and 4']);
  });
});
