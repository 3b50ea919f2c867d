import { describe, expect, test } from 'vitest';
import { describedOperation } from '../support/described.ts';
import { type Documents, testFaults } from '../support/faults.ts';

const schema = `
  scalar Bytes scalar Blob scalar Upload enum Size { S }
  type Query { a: String books(ids: [ID!]): [Book!]! file: Bytes blob: Blob size: Size book: Book }
  type Mutation { stamp(text: String): Bytes add(input: BookInput,): Book note(text: String, lines: [String!], bytes: Bytes, blob: Blob, size: Size, file: Upload): String write(input: NoteInput!): String }
  type Book { id: ID! author: Author tags: [String!]! }
  type Author { name: String! books: [Book!]! }
  input NoteInput { text: String }
  input BookInput { title: String cover: Cover }
  input Cover { file: String }
`;
const conventions = { 'conventions.json': '{ "scalars": { "Bytes": { "type": "string", "format": "byte" } } }' };
const get = (more: string, selection = 'book { id }') =>
  `query get @endpoint(method: GET, path: "/b"${more}) { ${selection} }`;
const note = (more: string, variables = '$text: String', given = 'text: $text') =>
  `mutation m(${variables}) @endpoint(method: POST, path: "/n"${more}) { note(${given}) }`;

const JSON_TYPE = 'application/json';
/** The media types of requests and of responses; versions of JSON have types of their own, which are left out. */
function typesOf(of: string, documents: Documents): [consumes: string[], produces: string[]] {
  const { requestBody, responses } = describedOperation(of, documents);
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!;
  const named = (content: object = {}) => Object.keys(content).filter((type) => !type.includes('vnd.portico'));
  return [named(requestBody?.content), named(success.content)];
}

describe('media types', () => {
  const form = 'application/x-www-form-urlencoded';
  const api = 'application/vnd.api+json';
  const own = { consumes: [api], produces: [api, 'text/csv'] };
  const forms = { consumes: [form, JSON_TYPE] };
  const bytes = { scalars: { Bytes: { type: 'string', format: 'byte' } } };
  test.each<[promise: string, text: string, conventions: object, consumes: string[], produces: string[]]>([
    ['are JSON', note(''), {}, [JSON_TYPE], [JSON_TYPE]],
    ['are those of the document', note(`, produces: ["${api}", "${JSON_TYPE}"]`), {}, [JSON_TYPE], [api, JSON_TYPE]],
    ['are those of the conventions as far as they fit', note(''), own, [api], [api]],
    ['are those of the document before the conventions', get(`, produces: ["${JSON_TYPE}"]`), own, [], [JSON_TYPE]],
    ['are none of a response without a body', note(', status: 204'), own, [api], []],
    ['are a form of the conventions where it fits', note(''), forms, [form, JSON_TYPE], [JSON_TYPE]],
    [
      'are no form for a list',
      note(', body: "lines"', '$lines: [String!]', 'lines: $lines'),
      forms,
      [JSON_TYPE],
      [JSON_TYPE],
    ],
    ['are no form for brackets', note('', '$text: String @param(name: "a[b]")'), forms, [JSON_TYPE], [JSON_TYPE]],
    [
      'can be CSV',
      get(`, produces: ["${JSON_TYPE}", "text/csv"]`, 'books { id author { name } }'),
      {},
      [],
      [JSON_TYPE, 'text/csv'],
    ],
    ['can be JSON Lines', get(', produces: ["application/jsonl"]', 'books { tags }'), {}, [], ['application/jsonl']],
    ['can be text', get(', produces: ["text/plain; charset=utf-8"]', 'a'), {}, [], ['text/plain; charset=utf-8']],
    ['can be bytes', get(', produces: ["image/png"]', 'file'), bytes, [], ['image/png']],
    ['can be those of a form', note(`, consumes: ["${form}"]`), {}, [form], [JSON_TYPE]],
    [
      'can be those of a form that is an input object',
      `mutation m($input: NoteInput!) @endpoint(method: POST, path: "/n", body: "input", consumes: ["${form}", "${JSON_TYPE}"]) { write(input: $input) }`,
      {},
      [form, JSON_TYPE],
      [JSON_TYPE],
    ],
    ['can be text of a body', note(', consumes: ["text/plain"], body: "text"'), {}, ['text/plain'], [JSON_TYPE]],
    [
      'can be bytes of a body',
      note(`, consumes: ["image/png", "${JSON_TYPE}"], body: "bytes"`, '$bytes: Bytes!', 'bytes: $bytes'),
      bytes,
      ['image/png', JSON_TYPE],
      [JSON_TYPE],
    ],
  ])('%s', (_, text, settings, ...types) => {
    const documents = { 'conventions.json': JSON.stringify(settings), 'v1/a.graphql': text };
    expect(typesOf(schema, documents)).toEqual(types);
  });
});

describe('media types are refused', () => {
  const alone = 'Respond with a scalar of the format byte alone (@unwrap), or use application/json.';
  const whole = 'Add body: "NAME", with a variable whose scalar is Upload or has the format byte.';
  const blob = 'Add "scalars": {"Blob": {"type": "string", "format": "byte"}} to conventions.json.';
  const png = 'image/png is not supported for this request body.';
  const body = 'Use application/json, a type that ends in "+json", or that of a form.';
  const marked = (text: string) => text.replace('["', '▶["');
  testFaults(schema, [
    [
      'for CSV with a list inside',
      marked(get(', produces: ["text/csv"]', 'books { author { books { id } } }')),
      'text/csv cannot hold the list "author.books". Leave out the list, or text/csv.',
    ],
    [
      'of bytes with a key, because stores have text',
      {
        ...conventions,
        'v1/a.graphql': note(', idempotencyKey: ▶OPTIONAL, produces: ["image/png"]').replace('note(', 'stamp('),
      },
      'idempotencyKey stores text, but the response is bytes. Remove it, or respond with JSON.',
    ],
    [
      'for JSON Lines of one object',
      marked(get(', produces: ["application/jsonl"]')),
      'application/jsonl needs a list. Leave it out, or respond with a list.',
    ],
    [
      'for the text of an object',
      marked(get(', produces: ["text/plain"]')),
      'text/plain needs a scalar. Leave it out, or respond with a scalar.',
    ],
    [
      'for any other type',
      marked(get(', produces: ["text/html"]')),
      `text/html is not supported for this response. ${alone}`,
    ],
    [
      'for bytes of an enum',
      marked(get(', produces: ["image/png"]', 'size')),
      `image/png is not supported for this response. ${alone}`,
    ],
    [
      'for bytes of a scalar without the format',
      marked(get(', produces: ["image/png"]', 'blob')),
      `image/png is not supported for this response. ${blob}`,
    ],
    [
      'for JSON Lines by another name',
      marked(get(', produces: ["application/x-ndjson"]', 'books { id }')),
      'application/x-ndjson is not supported for this response. Use application/jsonl.',
    ],
    ['for bytes among names', marked(note(', consumes: ["image/png"]')), `${png} ${whole}`],
    [
      'for bytes among names, one of which is a file',
      marked(note(', consumes: ["image/png"]', '$file: Upload', 'file: $file')).replace('$file:', '▶$file:'),
      'Upload needs multipart/form-data. Add consumes: ["multipart/form-data"], or make it the whole body.',
      `${png} Add body: "file".`,
    ],
    [
      'for bytes of a body of an input object',
      marked(
        'mutation m($input: NoteInput!) @endpoint(method: POST, path: "/n", body: "input", consumes: ["image/png"]) { write(input: $input) }',
      ),
      `${png} ${whole.replace('Add', 'Change')}`,
    ],
    [
      'for bytes of a body of a scalar without the format',
      marked(note(', consumes: ["image/png"], body: "blob"', '$blob: Blob', 'blob: $blob')),
      `${png} ${blob}`,
    ],
    [
      'for text among names',
      marked(note(', consumes: ["text/plain"]')),
      'text/plain is not supported for this request body. Add body: "NAME", with a variable whose type is a scalar.',
    ],
    [
      'for what is no type',
      marked(get(', produces: ["json"]')),
      '"json" is not a media type. Write it as "type/subtype".',
    ],
    [
      'for no type',
      get(', produces: ▶[]'),
      'produces must name at least one media type, and each only once. Remove it for application/json.',
    ],
    [
      'for a type that is given twice',
      marked(note(', consumes: ["application/json", "Application/JSON"]')),
      'consumes must name at least one media type, and each only once. Remove it for application/json.',
    ],
    [
      'where there is no body',
      marked(get(', consumes: ["application/json"]')),
      'GET requests have no body. Remove consumes.',
    ],
    [
      'where there is no response body',
      marked(note(', status: 204, produces: ["application/json"]')),
      'A response of status 204 has no body. Remove produces.',
    ],
    [
      'for a list as a form',
      marked(note(', consumes: ["multipart/form-data"], body: "lines"', '$lines: [String!]', 'lines: $lines')),
      'multipart/form-data needs a body of named values. Leave it out, or remove body.',
    ],
    [
      'for a form with brackets in a name',
      marked(note(', consumes: ["application/x-www-form-urlencoded"]', '$text: String @param(name: "note[text]")')),
      '"note[text]" is no name of a form, whose brackets nest. Name it "note.text".',
    ],
    [
      'for any other body',
      marked(note(', consumes: ["text/csv"]')),
      `text/csv is not supported for this request body. ${body}`,
    ],
    [
      'for conventions that do not fit at all',
      { 'conventions.json': '{ "produces": ["text/csv"] }', 'v1/a.graphql': `▶${get('')}` },
      'text/csv needs a list of objects. Leave out text/csv, or respond with a list.',
    ],
  ]);
});
