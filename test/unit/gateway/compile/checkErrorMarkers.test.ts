import { describe } from 'vitest';
import { testDiagnostics } from './support/testDiagnostics.ts';

const schema = `
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
  type Fault { field: String message: String text: String refusal: Refusal }
  type Books { nodes: [Item!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`;
const get = (selection: string, fragments = '') =>
  `query get @endpoint(method: GET, path: "/b") { ${selection} }${fragments}`;
const off =
  '@error has no effect here: the field is not on the data path. | Write it on the root field, or next to the field that @unwrap selects.';
const requires =
  '@error requires a String or Boolean field, or an object that selects "message". | Select "message" in';
const outcome = (failure: string) =>
  get(`outcome { ... on Book { id } ... on Refusal @error(message: "{reason}") { reason: message } ${failure} }`);
const unread = (name: string, how: string) =>
  `@error sends nothing of "${name}". | ${how}, or write @error(message: "…").`;
const status = (number: number) =>
  `@error(status: ${number}): status must be from 400 to 599. | Use a status from 400 to 599.`;

describe('@error is refused', () => {
  testDiagnostics(schema, [
    ['with a status below 400', get('payload @unwrap { book { id } warning @error(status: ▶399) }'), status(399)],
    ['with a status above 599', get('payload @unwrap { book { id } warning @error(status: ▶600) }'), status(600)],
    [
      'without a message of an object',
      get('payload @unwrap { book { id } errors ▶@error { __typename } }'),
      '@error requires a String or Boolean field, or an object that selects "message". | Select "message" in it, or write @error(message: "…").',
    ],
    [
      'on a leaf that is no String',
      get('payload @unwrap { book { id } __typename ▶@error }'),
      '@error requires a String or Boolean field, or an object that selects "message". | Write it on a String or a Boolean, or on an object.',
    ],
    [
      'with a message of an unknown property',
      get('payload @unwrap { book { id } errors @error(message: ▶"{mesage} {warning}") { message } warning @error }'),
      '@error: {mesage} is no property beside or below it. | Properties are "message", "book", "errors", "warning".',
    ],
    ['off the data path', get('payload @unwrap { book { id author { name ▶@error } } }'), off],
    ['in a list', get('payload @unwrap { list { id problem ▶@error } }'), off],
    ['in the items of a page', get('books @paginate { nodes { id problem ▶@error } }'), off],
    ['in a fragment', get('payload { ...F }', '\nfragment F on Payload { book { author { name ▶@error } } }'), off],
    [
      'on a type',
      get(
        'payload @unwrap { book { id author { problem { ... on Book { id } ... on Refusal ▶@error { message } } } } }',
      ),
      off,
    ],
    ['of a root field next to others', get('other ▶@error payload { warning }'), off],
    ['of a root field next to several', get('other payload { warning } again: other ▶@error'), off],
  ]);
});

describe('@error on a fragment is refused', () => {
  const blocked = '... on Blocked @error { until }';
  testDiagnostics(schema, [
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
      '@error: {text} is no property beside or below it. | Properties are "one", "faults", "text", "field", "id", "reason", "until".',
    ],
    [
      'behind fragments on all of its types',
      outcome(
        `... on Failure @error { code } ... on Invalid ▶@error { faults { message } } ... on Blocked ▶@error { until }`,
      ),
      '@error has no effect here: fragments before it have all of its types. | Move it before them, or remove it.',
      '@error has no effect here: fragments before it have all of its types. | Move it before them, or remove it.',
    ],
  ]);
});

describe('@error on a fragment is accepted', () => {
  testDiagnostics(schema, [
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
  testDiagnostics(schema, [
    ['with the first status', get('payload @unwrap { book { id } warning @error(status: 400) }')],
    ['with the last status', get('payload @unwrap { book { id } warning @error(status: 599) }')],
    ['at the end of the data path', get('payload { book { id } errors @error { message } }')],
    [
      'in a fragment on the data path',
      get('payload { ...F }', '\nfragment F on Payload { book { id } warning @error }'),
    ],
  ]);
});
