import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { faultsOf, testFaults } from '../support/faults.ts';

const schema = `
  type Query { result: Result payload: Payload }
  union Result = Book | Problem | Refusal
  interface Named { message: String! }
  type Book { id: ID! }
  type Problem implements Named { message: String! details: [Detail!] code: String }
  type Refusal implements Named { message: String! reason: String }
  type Payload { book: Book errors: [Detail!]! warning: String count: Int ok: Boolean many: [Result!] }
  type Detail { message: String! field: String state: State statusCode: Int level: Int! tags: [String!] }
  enum State { OPEN CLOSED }
`;
const get = (selection: string, { variables = '', fragments = '' } = {}) =>
  `query get${variables} @endpoint(method: GET, path: "/b") { ${selection} }\n${fragments}`;

describe('an error as data', () => {
  const failed = { errors: [{ message: 'is late', state: 'OPEN', tags: ['a'] }], warning: 'careful', count: 3 };
  const body = { error: '{code}: {message}', tags: '{data.tags?}', state: '{data.state?}' };
  const conventions = JSON.stringify({ errors: { body, codes: { X: { message: 'is {data.state?}' } } } });
  test.each<[selection: string, error: string, data?: object]>([
    ['payload @unwrap { book { id } ...F }', 'BAD_USER_INPUT: is late'],
    ['payload { book { id } ... @error { message: warning } }', 'BAD_USER_INPUT: careful'],
    ['payload @unwrap { book { id } count @error(code: "LOW", message: "{warning}") warning @error }', 'LOW: careful'],
    [
      'payload @unwrap { book { id } errors @error(code: "X") { message state tags } }',
      'X: is late',
      { tags: ['a'], state: 'OPEN' },
    ],
  ])('%s is %s', async (selection, error, data) => {
    const fragments = selection.includes('...F') ? 'fragment F on Payload { ... { errors @error { message } } }' : '';
    const documents = { 'conventions.json': conventions, 'v1/a.graphql': get(selection, { fragments }) };
    const reply = await ask(schema, documents, 'GET /v1/b', { root: { payload: failed } });
    expect([reply.status, reply.body]).toEqual([400, { error, ...data }]);
  });
});

describe('an error has a message', () => {
  const hasMessage = (document: string) =>
    !faultsOf(schema, document).some((each) =>
      each.includes('@error requires a String or Boolean field, or an object that selects "message".'),
    );
  test.each<[selection: string, expected: boolean, more?: { variables?: string; fragments?: string }]>([
    ['payload @unwrap { book { id } warning @error }', true],
    ['payload @unwrap { book { id } count @error }', false],
    ['payload @unwrap { book { id } errors @error { message } }', true],
    ['payload @unwrap { book { id } errors @error { field } }', false],
    ['payload @unwrap { book { id } errors @error { message: field } }', true],
    ['payload @unwrap { book { id } errors @error { text: message } }', false],
    [
      'payload @unwrap { book { id } errors @error { message @include(if: $t) } }',
      false,
      { variables: '($t: Boolean = false)' },
    ],
    ['payload @unwrap { book { id } errors @error { ...F } }', true, { fragments: 'fragment F on Detail { message }' }],
    ['payload @unwrap { book { id } many @error { ... on Named { message } } }', true],
    ['payload @unwrap { book { id } many @error { ... on Book { id } } }', false],
    ['payload @unwrap { book { id } ok @error }', true],
    ['payload @unwrap { book { id } count @error(message: "{count}") }', true],
    ['payload @unwrap { book { id } errors @error(message: "{field}") { field } }', true],
    ['payload @unwrap { book { id } many @error { ... on Named { message } ... on Book { message: id } } }', true],
    ['payload @unwrap { book { id } __typename @error }', false],
    ['result { ... on Book { id } ... on Refusal { reason } ... on Problem @error { message } }', true],
    ['result { ... on Book { id } ... on Refusal { reason } ... on Problem @error { code } }', false],
    ['result { ... on Book { id } ... on Named @error { ... on Problem { message } } }', false],
  ])('%s: %s', (selection, expected, more) => {
    expect(hasMessage(get(selection, more))).toBe(expected);
  });
});

describe('checkErrorMarkers', () => {
  const errorMarkersSchema = `
  type Query { payload: Payload outcome: Outcome books(first: Int, after: String, offset: Int): Books! other: String }
  type Payload { book: Book list: [Item!] errors: [Refusal!]! warning: String }
  type Item { id: ID! problem: String }
  type Book { id: ID! author: Author }
  type Author { name: String problem: Result }
  union Result = Refusal | Book
  type Refusal { message: String! }
  union Outcome = Book | Invalid | Blocked | Refusal
  interface Failure { code: String }
  type Invalid implements Failure { code: String faults: [Fault!]! texts: [String!] one: Fault }
  type Blocked implements Failure { code: String until: String texts: [String!] }
  type Fault { path: [String!] field: String message: String text: String refusal: Refusal }
  type Books { nodes: [Item!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`;
  const errorMarkersGet = (selection: string, fragments = '') =>
    `query get @endpoint(method: GET, path: "/b") { ${selection} }${fragments}`;
  const off =
    '@error has no effect here: the field is not on the data path. Write it on the root field, or next to the field that @unwrap selects.';
  const requires =
    '@error requires a String or Boolean field, or an object that selects "message". Select "message" in';
  const outcome = (failure: string) =>
    errorMarkersGet(
      `outcome { ... on Book { id } ... on Refusal @error(message: "{reason}") { reason: message } ${failure} }`,
    );
  const unread = (name: string, how: string) =>
    `@error sends nothing of "${name}". ${how}, or write @error(message: "…").`;
  const status = (number: number) =>
    `@error(status: ${number}): clients, caches and proxies know an error by a status from 400 to 599. Use a status from 400 to 599.`;

  describe('@error is refused', () => {
    testFaults(errorMarkersSchema, [
      [
        'with a status below 400',
        errorMarkersGet('payload @unwrap { book { id } warning @error(status: ▶399) }'),
        status(399),
      ],
      [
        'with a status above 599',
        errorMarkersGet('payload @unwrap { book { id } warning @error(status: ▶600) }'),
        status(600),
      ],
      [
        'without a message of an object',
        errorMarkersGet('payload @unwrap { book { id } errors ▶@error { __typename } }'),
        '@error requires a String or Boolean field, or an object that selects "message". Select "message" in it, or write @error(message: "…").',
      ],
      [
        'on a leaf that is no String',
        errorMarkersGet('payload @unwrap { book { id } __typename ▶@error }'),
        '@error requires a String or Boolean field, or an object that selects "message". Write it on a String or a Boolean, or on an object.',
      ],
      [
        'with a message of an unknown property',
        errorMarkersGet(
          'payload @unwrap { book { id } errors @error(message: ▶"{mesage} {warning}") { message } warning @error }',
        ),
        '@error: {mesage} is no property beside or below it. Properties are "message", "book", "errors", "warning".',
      ],
      ['off the data path', errorMarkersGet('payload @unwrap { book { id author { name ▶@error } } }'), off],
      ['in a list', errorMarkersGet('payload @unwrap { list { id problem ▶@error } }'), off],
      ['in the items of a page', errorMarkersGet('books @paginate { nodes { id problem ▶@error } }'), off],
      [
        'in a fragment',
        errorMarkersGet('payload { ...F }', '\nfragment F on Payload { book { author { name ▶@error } } }'),
        off,
      ],
      ['of a root field next to others', errorMarkersGet('other ▶@error payload { warning }'), off],
      ['of a root field next to several', errorMarkersGet('other payload { warning } again: other ▶@error'), off],
    ]);
  });

  describe('@error on a fragment is refused', () => {
    const blocked = '... on Blocked @error { until }';
    testFaults(errorMarkersSchema, [
      [
        'with problems that have another message',
        outcome(`... on Invalid ▶@error { faults { field text } } ${blocked}`),
        `${requires} "faults", or write @error(message: "…").`,
      ],
      [
        'with objects that have no message',
        outcome(`... on Invalid ▶@error { code faults { text } } ${blocked}`),
        unread('faults', 'Select a text in it as "message", such as "message: text"'),
      ],
      [
        'with an object as the message',
        outcome(`... on Invalid ▶@error { message: one { text } } ${blocked}`),
        unread('message', 'Select a text in it as "message", such as "message: text"'),
      ],
      [
        'with texts that are no message',
        outcome(`... on Invalid ▶@error { texts } ${blocked}`),
        unread('texts', 'Write "message: texts"'),
      ],
      [
        'with a message whose properties are not in one object',
        outcome(`... on Invalid @error(message: ▶"{text} {field}") { one { text } faults { field } } ${blocked}`),
        '@error: {text} is no property beside or below it. Properties are "one", "faults", "text", "field", "id", "reason", "until".',
      ],
      [
        'in another one',
        outcome(`... on Invalid @error { faults ▶@error { message } } ${blocked}`),
        '@error has no effect here: the field is not on the data path. Write it on the root field, or next to the field that @unwrap selects.',
      ],
      [
        'with a placeholder of another type',
        outcome(`... on Invalid @error(message: ▶"{code:number}") { code } ${blocked}`),
        '@error: {code:number} is no property beside or below it. Properties are "code", "id", "reason", "until".',
      ],
      [
        'behind fragments on all of its types',
        outcome(
          `... on Failure @error { code } ... on Invalid ▶@error { faults { message } } ... on Blocked ▶@error { until }`,
        ),
        '@error has no effect here: fragments before it have all of its types. Move it before them, or remove it.',
        '@error has no effect here: fragments before it have all of its types. Move it before them, or remove it.',
      ],
    ]);
  });

  describe('@error on a fragment is accepted', () => {
    testFaults(errorMarkersSchema, [
      ['with problems', outcome('... on Invalid @error { faults { field message } } ... on Blocked @error { until }')],
      [
        'with its texts as message',
        outcome('... on Failure @error { ... on Invalid { message: texts } ... on Blocked { until } }'),
      ],
      [
        'with a message of its own',
        outcome('... on Failure @error(message: "{code}") { code ... on Invalid { faults { text } } }'),
      ],
      [
        'with problems in problems',
        outcome('... on Failure @error { ... on Invalid { faults { field refusal { message } } } }'),
      ],
      [
        'before one on an interface',
        outcome('... on Invalid @error { texts code message: texts } ... on Failure @error { code }'),
      ],
    ]);
  });

  describe('@error is accepted', () => {
    testFaults(errorMarkersSchema, [
      ['with the first status', errorMarkersGet('payload @unwrap { book { id } warning @error(status: 400) }')],
      ['with the last status', errorMarkersGet('payload @unwrap { book { id } warning @error(status: 599) }')],
      ['at the end of the data path', errorMarkersGet('payload { book { id } errors @error { message } }')],
      [
        'in a fragment on the data path',
        errorMarkersGet('payload { ...F }', '\nfragment F on Payload { book { id } warning @error }'),
      ],
    ]);
  });
});

describe('a status of an error as data is refused', () => {
  const other = (field: string, type: string) =>
    `"status" below @error is the HTTP status of the error, an Int, but ${field} is ${type}. Write another alias, such as "state".`;
  const failing = (selection: string) => get(`payload @unwrap { book { id } errors @error { message ${selection} } }`);
  testFaults(schema, [
    ['of an enum', failing('▶status: state'), other('state', 'State')],
    ['of a text', failing('▶status: field'), other('field', 'String')],
    ['of a list', failing('▶status: tags'), other('tags', '[String!]')],
    ['but not of an Int that is never null', failing('status: level')],
  ]);
});
