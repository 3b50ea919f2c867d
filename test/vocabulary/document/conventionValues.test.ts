// What may not be written in conventions.json, whatever the schema.
import { describe, expect, test } from 'vitest';
import { libraryFaults, query } from '../support/library.ts';
import { seen, toyEngine } from '../support/toy.ts';

/** The faults of conventions beside a document, without the name of the file. */
const read = (text: string) =>
  libraryFaults({ 'v1/a.graphql': query('shelves { name }'), 'conventions.json': text }).map((fault) =>
    fault.replace(/^conventions\.json:/, ''),
  );

const PLACEHOLDERS =
  'it has {status}, {code}, {message}, {requestId}, {title}, {type}, {field}, {leaf}, {pointer}, {parameter}, {header}, {resource}, and {data.name} of a field below @error, as texts {status:string}, and where they can be absent {field?}. | Correct the value, or remove the key.';
const CORRECT = 'Correct the value, or remove the key.';

test.each<[string, ...string[]]>([
  [
    '{\n  "enum": {},\n  "cases": "schema",\n  "nothing": 1\n}',
    '2:3: Unknown convention "enum"; did you mean "enums"? | Known conventions are "case", "names", "nonNull", "enums", "scalars", "page", "connection", "expand", "fields", "nulls", "body", "ignore", "unknown", "consumes", "produces", "uploads", "accepts", "cache", "idempotencyKey", "rateLimit", "headers", "tags", "tools", "errors", "auth", "urls", "deprecated", "sunset", "brownouts", "afterSunset".',
    '3:3: Unknown convention "cases"; did you mean "case"? | Known conventions are "case", "names", "nonNull", "enums", "scalars", "page", "connection", "expand", "fields", "nulls", "body", "ignore", "unknown", "consumes", "produces", "uploads", "accepts", "cache", "idempotencyKey", "rateLimit", "headers", "tags", "tools", "errors", "auth", "urls", "deprecated", "sunset", "brownouts", "afterSunset".',
    '4:3: Unknown convention "nothing". | Known conventions are "case", "names", "nonNull", "enums", "scalars", "page", "connection", "expand", "fields", "nulls", "body", "ignore", "unknown", "consumes", "produces", "uploads", "accepts", "cache", "idempotencyKey", "rateLimit", "headers", "tags", "tools", "errors", "auth", "urls", "deprecated", "sunset", "brownouts", "afterSunset".',
  ],
  [
    '{"page": {"parameters": {"limits": "a"}}}',
    '1:26: Unknown convention "limits" in "page.parameters"; did you mean "limit"? | Known conventions in "page.parameters" are "limit", "offset", "page", "cursor", "before".',
  ],
  [
    '{"brownouts": ["2027-02-30T10:00Z/PT1H",\n "2027-01-10/P1D"], "afterSunset": "end"}',
    '1:16: "brownouts.0" must be a start and a duration such as "2027-01-10T10:00Z/PT1H". | ' + CORRECT,
    '2:2: "brownouts.1" must be a start and a duration such as "2027-01-10T10:00Z/PT1H". | ' + CORRECT,
    '2:36: "afterSunset" must be "serve" or "gone". | ' + CORRECT,
  ],
  [
    '{"scalars": {"Isbn": {"type": "text", "min": 1}}}',
    '1:31: "scalars.Isbn.type" must be "string", "integer", "number", "boolean" or "any". | ' + CORRECT,
    '1:39: Unknown convention "min" in "scalars.Isbn". | Known conventions in "scalars.Isbn" are "type", "format", "upstream", "pattern", "minimum", "maximum", "maxLength".',
  ],
  [
    '{"scalars": {"A": {"type": "integer", "upstream": "date-time"}, "B": {"type": "integer", "upstream": "unixtime"}, "C": {"type": "string", "upstream": "json"}}}',
    `1:19: "scalars.A" must have the type "integer" and the format "unixtime", as its upstream is "date-time". | ${CORRECT}`,
    `1:70: "scalars.B" must have the type "string" and the format "date-time", as its upstream is "unixtime". | ${CORRECT}`,
    `1:120: "scalars.C" must have the type "any", as its upstream is "json". | ${CORRECT}`,
  ],
  ['{"case": 5}', `1:10: "case" must be "schema" or "snake_case". | ${CORRECT}`],
  ['{"page":\n{"cursor": "Bound"}}', `2:12: "page.cursor" must be "bound" or "plain". | ${CORRECT}`],
  ...['5', '5/0', '0/5', '5/100000', '5 / 60', '1e3/60', 'off'].map((limit): [string, string] => [
    `{"rateLimit": {"search": "${limit}"}}`,
    `1:26: "rateLimit.search" must be requests/seconds, such as "100/60", with at most 99999 seconds. | ${CORRECT}`,
  ]),
  ['{"rateLimit": "5/60"}', `1:15: "rateLimit" must be an object. | ${CORRECT}`],
  [
    '{"headers": {"X-A": "a\\nb", "X-B": " a", "X-C": "", "X-D": 1}}',
    ...[21, 36, 49, 60].map(
      (column, index) =>
        `1:${column}: "headers.X-${'ABCD'[index]}" must be a text of printable US-ASCII characters, a list of a non-empty string or an object or null. | ${CORRECT}`,
    ),
  ],
  [
    '{"headers": {"X-A": "{page}"}}',
    `1:21: "headers.X-A" has no placeholder {page}; it has {version}, {requestId}. | ${CORRECT}`,
  ],
  [
    '{"page": {"headers": {"X-A": "{pagination}"}}}',
    expect.stringMatching(
      /^1:30: "page\.headers\.X-A" has no placeholder \{pagination\}; it has \{limit\}, \{offset\}, .*, \{last\}\. /,
    ),
  ],
  ...['["A", "B"]', '["A", {"name": "B", "format": "unixtime"}, "C"]', '["A", "B", "C", "D"]'].map(
    (names): [string, string] => [
      `{"headers": {"RateLimit": ${names}}}`,
      `1:27: "headers.RateLimit" must have the names for the limit, for what remains and for its end. | ${CORRECT}`,
    ],
  ),
  [
    '{"headers": {"RateLimit": ["A", "B", {"name": "C", "format": "time"}]}}',
    `1:62: "headers.RateLimit.2.format" must be "unixtime". | ${CORRECT}`,
  ],
  ['{"accepts": {"a/b": "json"}}', `1:21: "accepts.a/b" must be a media type such as "application/json". | ${CORRECT}`],
  ['{"urls": "full"}', `1:10: "urls" must be "relative" or "absolute". | ${CORRECT}`],
  [
    '{"page": {"default": 0, "max": 1.5}}',
    `1:22: "page.default" must be an integer of at least 1. | ${CORRECT}`,
    `1:32: "page.max" must be an integer of at least 1. | ${CORRECT}`,
  ],
  [
    '{"page": {"styles": []}}',
    `1:21: "page.styles" must be a non-empty list of "OFFSET", "PAGE" or "CURSOR". | ${CORRECT}`,
  ],
  [
    '{"page": {"styles": ["PAGE", "OFSET"]}}',
    `1:30: "page.styles.1" must be "OFFSET", "PAGE" or "CURSOR". | ${CORRECT}`,
  ],
  ['{"page": {"first": 2}}', `1:20: "page.first" must be 0 or 1. | ${CORRECT}`],
  ['{"page": {"envelope": false}}', `1:23: "page.envelope" must be an object or null. | ${CORRECT}`],
  [
    '{"page": {"envelope": {"items": "a", "info": "a"}}}',
    `1:23: "page.envelope" must have different names for items and info. | ${CORRECT}`,
  ],
  [
    '{"page": {"envelope": {"items": "{a}", "info": "b"}}}',
    `1:33: "page.envelope.items" must be a non-empty string without braces. | ${CORRECT}`,
  ],
  [
    '{"page": {"envelope": {"items": "a"}}}',
    '1:11: "page.envelope" must have "info". | Add "info": a non-empty string without braces.',
  ],
  ['{"connection": {"nodes": ""}}', `1:26: "connection.nodes" must be a non-empty string. | ${CORRECT}`],
  [
    '{"enums": {"Genre": "lower", "Other": 5}}',
    '1:21: "enums.Genre" must be "schema", "lowercase", "snake_case", "kebab-case" or an object. | ' + CORRECT,
    '1:39: "enums.Other" must be "schema", "lowercase", "snake_case", "kebab-case" or an object. | ' + CORRECT,
  ],
  ['{"enums": {"Genre": {"FACT": 1}}}', `1:30: "enums.Genre.FACT" must be a string. | ${CORRECT}`],
  [
    '{"scalars": {"Isbn": {"format": "isbn"}}}',
    '1:14: "scalars.Isbn" must have "type". | Add "type": "string", "integer", "number", "boolean" or "any".',
  ],
  [
    '{"scalars": {"Isbn": {"type": "string", "pattern": "("}}}',
    `1:52: "scalars.Isbn.pattern" must be a regular expression. | ${CORRECT}`,
  ],
  [
    '{"scalars": {"Isbn": {"type": "integer", "minimum": 2, "maximum": 1}}}',
    `1:22: "scalars.Isbn" must not have a minimum above its maximum. | ${CORRECT}`,
  ],
  [
    '{"scalars": {"Isbn": {"type": "string", "maxLength": 1.5, "minimum": "1"}}}',
    `1:54: "scalars.Isbn.maxLength" must be an integer. | ${CORRECT}`,
    `1:70: "scalars.Isbn.minimum" must be a number. | ${CORRECT}`,
  ],
  ['{"errors": {"body": {"text": "{mesage}"}}}', `1:21: "errors.body" has no placeholder {mesage}; ${PLACEHOLDERS}`],
  ...['{code:number}', '{ code }', '{code ?}', '{code?:string}', '{:string}x{code:String}'].map(
    (text): [string, string] => [
      `{"errors": {"body": {"code": "${text}"}}}`,
      `1:21: "errors.body" has no placeholder ${text === '{:string}x{code:String}' ? '{}' : text}; ${PLACEHOLDERS}`,
    ],
  ),
  [
    '{"errors": {"body": {"{field:text}": "{message}"}, "codes": {"A": {"message": "{field:text}"}}}}',
    `1:21: "errors.body" has no placeholder {field:text} in a key; ${PLACEHOLDERS}`,
    `1:79: "errors.codes.A.message" has no placeholder {field:text}; ${PLACEHOLDERS}`,
  ],
  [
    '{"body": {"a": "{body}", "b": "{self:url}"}}',
    `1:10: "body" has no placeholder {self:url}; it has {body}, {self}. | ${CORRECT}`,
  ],
  [
    '{"errors": {"codes": {"A": {"code": null}, "B": {"code": {}}, "C": {"code": ""}, "D": {"code": 0.5}, "E": {"code": false}}}}',
    ...['A', 'B', 'C'].map(
      (code, index) =>
        `1:${[37, 58, 77][index]}: "errors.codes.${code}.code" must be a non-empty string, a number or a boolean. | ${CORRECT}`,
    ),
  ],
  [
    '{"errors": {"codes": {"BAD_USER_INPUT.requird": 422, "BAD_USER_INPUT.null": 422, "BAD_USER_INPUT.x": {}, "NOT_FOUND.x": 410}}}',
    `1:49: "errors.codes.BAD_USER_INPUT.requird" must end in a keyword of JSON Schema, such as "required". | ${CORRECT}`,
    `1:102: "errors.codes.BAD_USER_INPUT.x" must end in a keyword of JSON Schema, such as "required". | ${CORRECT}`,
  ],
  [
    '{"errors": {"invalid": 401, "codes": {"LATE": 200}}}',
    `1:24: "errors.invalid" must be 400 or 422. | ${CORRECT}`,
    `1:47: "errors.codes.LATE" must be an integer from 400 to 599 or an object. | ${CORRECT}`,
  ],
  [
    '{"auth": {"scheme": "a b"}}',
    `1:21: "auth.scheme" must be an authentication scheme such as "Bearer". | ${CORRECT}`,
  ],
  ['{"deprecated": "2027-02-30"}', `1:16: "deprecated" must be a date such as "2027-01-31". | ${CORRECT}`],
  [
    '{"deprecated": "2027-02-01",\n"sunset": "2027-01-31"}',
    `2:11: "sunset" must not be before deprecated. | ${CORRECT}`,
  ],
  ['[]', '1:1: The file must contain an object. | Write { "key": value }.'],
])('%s is refused', (text, ...rows) => {
  expect(read(text)).toEqual(rows.map((row) => (typeof row === 'string' ? row.replace(' | ', ' ') : row)));
});

const ITEMS = 'must have the value "{items}" exactly once';
const PAGE =
  'it has {items}, {pagination}, {limit}, {offset}, {page}, {total}, {totalPages}, {nextCursor}, {prevCursor}, {hasMore}, {url}, {self}, {first}, {prev}, {next}, {last}';

describe('page.body', () => {
  test.each<[body: string, fault: string | undefined]>([
    ['{"{list}": "{items}", "of": [{"n": "{total? }items"}], "same": ["{self}", null, 1]}', undefined],
    ['"{items}"', undefined],
    ['"{selection}"', undefined],
    ['null', undefined],
    ['{"a": "{items}", "b": {"c": "x{nope}"}}', `has no placeholder {nope}; ${PAGE}`],
    ['{"a": "{items}", "b": "{total:int}"}', `has no placeholder {total:int}; ${PAGE}`],
    ['{"a": "{items}", "b": "{selection}"}', `has no placeholder {selection}; ${PAGE}`],
    ['{"a": "{items}", "b": "{list}"}', `has no placeholder {list}; ${PAGE}`],
    ['{"a": "{items}", "{total}": 1}', 'has no placeholder {total} in a key; it has {list}'],
    ['{"a": "{limit}"}', ITEMS],
    ['{"a": "{items}", "b": "{items}"}', ITEMS],
    ['{"a": "all {items}"}', ITEMS],
    ['{"a": "{items?}"}', ITEMS],
    ['{"a": "{items:string}"}', ITEMS],
  ])('%s', (body, fault) => {
    const faults = fault === undefined ? [] : [`1:19: "page.body" ${fault}. ${CORRECT}`];
    expect(read(`{"page": {"body": ${body}}}`)).toEqual(faults);
  });

  test('excludes an envelope beside it', () => {
    const envelope = '{"items": "data", "info": "page"}';
    expect(read(`{"page": {"body": {"a": "{items}"}, "envelope": ${envelope}}}`)).toEqual([
      `1:49: "page.envelope" excludes page.body. ${CORRECT}`,
    ]);
    expect(read(`{"page": {"body": null, "envelope": ${envelope}}}`)).toEqual([]);
    expect(read('{"page": {"body": {"a": "{items}"}, "envelope": null}}')).toEqual([]);
  });
});

const SYNTAX = 'Write JSON: names and strings in double quotation marks, no comments, and no comma at an end.';

test.each([
  ['', '1:1: Syntax Error: Value expected.'],
  ['{"a": 1,}', '1:9: Syntax Error: Property name expected.'],
  ['{a: 1}', '1:2: Syntax Error: Invalid symbol.'],
  ['{"a" 1}', '1:6: Syntax Error: Colon expected.'],
  ['{"a": 1 "b": 2}', '1:9: Syntax Error: Comma expected.'],
  ['{"a": [1', '1:9: Syntax Error: Close bracket expected.'],
  ['{"a": 1', '1:8: Syntax Error: Close brace expected.'],
  ['{} {}', '1:4: Syntax Error: End of file expected.'],
  ['{\r\n // a\n}', '2:2: Syntax Error: Invalid comment token.'],
  ['{"a": "b}', '1:7: Syntax Error: Unexpected end of string.'],
  ['{"a": "\\d"}', '1:7: Syntax Error: Invalid escape character.'],
  ['{"a": 1.}', '1:7: Syntax Error: Unexpected end of number.'],
  ['{"a": "\\u12"}', '1:7: Syntax Error: Invalid unicode.'],
  ['{"a": "\n"}', '1:7: Syntax Error: Unexpected end of string.'],
  ['{"a": "\t"}', '1:7: Syntax Error: Invalid character.'],
])('%j is no JSON', (text, fault) => {
  expect(read(text)).toEqual([`${fault} ${SYNTAX}`]);
});

test('a key is given once, at any depth', () => {
  expect(read('{"enums": {"Genre": "schema",\n "Method": "schema", "Genre": "schema"}}')).toEqual([
    '2:22: The key "Genre" is given twice. Remove one of the two.',
  ]);
});

test.each([
  ['2027-01-10T10:00Z/PT1H', true],
  ['2027-01-10T10:00:30Z/PT90M', true],
  ['2028-02-29T23:00-01:00/P2DT3H4M', true],
  ['2027-01-10T10:00/PT1H', false],
  ['2027-02-29T10:00Z/PT1H', false],
  ['2027-01-10T24:00Z/PT1H', false],
  ['2027-01-10T10:00Z', false],
  ['2027-01-10T10:00Z/P', false],
  ['2027-01-10T10:00Z/PT', false],
  ['2027-01-10T10:00Z/P1DT', false],
  ['2027-01-10T10:00Z/PT0M', false],
  ['2027-01-10T10:00Z/P1M', false],
  ['2027-01-10T10:00Z/-PT1H', false],
  ['2027-01-10T10:00Z/2027-01-10T11:00Z', false],
  ['PT1H/2027-01-10T10:00Z', false],
  ['2027-01-10T10:00Z/PT1H ', false],
])('%s is a brownout: %s', (interval, isValid) => {
  const text = JSON.stringify({ deprecated: '2026-01-01', brownouts: [interval] });
  const fault = `"brownouts.0" must be a start and a duration such as "2027-01-10T10:00Z/PT1H". ${CORRECT}`;
  const files = { 'v1/a.graphql': query('shelves { name }'), 'v1/conventions.json': text };
  expect(libraryFaults(files)).toEqual(isValid ? [] : [`v1/conventions.json:1:41: ${fault}`]);
});

const WHOLE = 'must have the value "{body}" exactly once';

test.each<[unknown, string | undefined]>([
  [{ data: '{body}' }, undefined],
  [{ a: [1, { b: '{body}' }], text: 'no { placeholder' }, undefined],
  [{ a: '{body}', '{{nope}}': '{{nope}}{{body}}', self: '{self}' }, undefined],
  [{ data: '{nope}' }, 'has no placeholder {nope}; it has {body}, {self}'],
  [{ data: '{body}', '{nope}': 1 }, 'has no placeholder {nope} in a key; it has {body}, {self}'],
  [{}, WHOLE],
  [{ a: '{body}', b: '{body}' }, WHOLE],
  [{ data: 'the {body}' }, WHOLE],
  [{ data: '{body:string}' }, WHOLE],
  [{ data: '{{body}}' }, WHOLE],
  [{ '{body}': 1 }, WHOLE],
])('the body %j: %s', (body, fault) => {
  expect(read(JSON.stringify({ body }))).toEqual(fault === undefined ? [] : [`1:9: "body" ${fault}. ${CORRECT}`]);
});

const LIST = {
  'v1/list.graphql': `query list($genres: [Genre!]) @endpoint(method: GET, path: "/books") {
    books(genres: $genres) @paginate { nodes { id } } }`,
};
const envelope = { items: 'books', info: 'meta' };
const DEFAULT = ['data', 'pagination'];
const ENVELOPE = ['books', 'meta'];
const own = { all: '{items}' };

test.each<[pages: object[], properties: string[]]>([
  [[{}], DEFAULT],
  [[{ max: 5 }], DEFAULT],
  [[{ envelope }], ENVELOPE],
  [[{ envelope: null }], ['nodes']],
  [[{ body: own }], ['all']],
  [[{ envelope: null, body: own }], ['all']],
  [[{ envelope, body: null }], ENVELOPE],
  [[{ body: own }, { max: 5 }], ['all']],
  [[{ body: own }, { envelope }], ENVELOPE],
  [[{ body: own }, { envelope: null }], ['nodes']],
  [[{ envelope }, { body: own }, { max: 5 }], ['all']],
  [[{ body: own }, { body: null }], DEFAULT],
])('a page by %j has the properties %j', async (pages, properties) => {
  const files = Object.fromEntries(
    pages.map((page, index) => [`${index === 0 ? '' : `v${index}/`}conventions.json`, JSON.stringify({ page })]),
  );
  const toy = toyEngine({ ...files, ...LIST });
  const [, body] = seen(await toy.send(`GET /v${Math.max(1, pages.length - 1)}/books?limit=1`));
  expect(Object.keys(body as object)).toEqual(properties);
});

test('a version inherits what its own conventions do not name', async () => {
  const toy = toyEngine({
    ...LIST,
    'v1/fail.graphql':
      'query fail($code: String) @endpoint(method: GET, path: "/fail") { fail(code: $code) { value } }',
    'conventions.json': JSON.stringify({
      enums: { Genre: 'lowercase' },
      page: { max: 7, parameters: { limit: 'size' } },
      errors: { invalid: 422, codes: { LATE: 409, EARLY: 425 } },
    }),
    'v1/conventions.json': JSON.stringify({
      enums: { Edition: 'lowercase' },
      page: { parameters: { offset: 'skip' } },
      errors: { codes: { LATE: 410 } },
    }),
  });
  expect((await toy.send('GET /v1/books?size=2&skip=0&genres=fact')).status).toBe(200);
  expect(seen(await toy.send('GET /v1/books?size=8'))).toEqual([
    422,
    { error: 'size must be an integer between 1 and 7' },
  ]);
  const statuses = ['LATE', 'EARLY'].map(async (code) => (await toy.send(`GET /v1/fail?code=${code}`)).status);
  expect(await Promise.all(statuses)).toEqual([410, 425]);
});
