import { buildSchema } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { serveSchema } from './support/serveSchema.ts';
import { type Toy, seen, toyEngine } from './support/toy.ts';

const documents = {
  'conventions.json': '{ "scalars": { "Isbn": { "type": "string", "format": "byte" } } }',
  'v1/text.graphql': `mutation text($about: String @param(maxLength: 12))
    @endpoint(method: POST, path: "/texts", body: "about", consumes: ["text/plain"], unwrap: false) { complain(about: $about) }`,
  'v1/required.graphql': `mutation required($about: String! @param(minLength: 2))
    @endpoint(method: PUT, path: "/texts", body: "about", consumes: ["text/plain", "application/json"], unwrap: false) { complain(about: $about) }`,
  'v1/number.graphql': `mutation number($id: SafeInt!)
    @endpoint(method: PATCH, path: "/texts", body: "id", consumes: ["text/plain"]) { removeBook(id: $id) { id } }`,
};
const toy = toyEngine(documents);
const send = (line: string, body: string | Uint8Array, type: string, to: Toy = toy) =>
  to.send(line, { body, headers: { 'content-type': type } });

describe('a body that is one text', () => {
  test.each<[string, string, number, unknown]>([
    ['POST /v1/texts', 'a, b\nü', 200, { complain: 'a, b\nü' }],
    ['POST /v1/texts', '', 404, { error: 'No String was found.' }],
    ['POST /v1/texts', 'null', 200, { complain: 'null' }],
    ['POST /v1/texts', '%41+', 200, { complain: '%41+' }],
    ['POST /v1/texts', 'a'.repeat(13), 400, { error: 'body must have at most 12 characters' }],
    ['PUT /v1/texts', 'ab', 200, { complain: 'ab' }],
    ['PUT /v1/texts', '', 400, { error: 'body is required' }],
    ['PUT /v1/texts', 'a', 400, { error: 'body must have at least 2 characters' }],
    ['PATCH /v1/texts', '7', 200, { id: 7 }],
    ['PATCH /v1/texts', 'x', 400, { error: 'body must be an integer between -9007199254740991 and 9007199254740991' }],
  ])('%s of %j is %i', async (line, text, status, body) => {
    expect(seen(await send(line, text, 'text/plain; charset=utf-8'))).toEqual([status, body]);
  });

  test('is UTF-8', async () => {
    expect(seen(await send('POST /v1/texts', Buffer.from([0xff]), 'text/plain'))).toEqual([
      400,
      { error: 'The body is not valid UTF-8.' },
    ]);
    expect((await send('POST /v1/texts', 'a', 'text/plain; charset=latin1')).status).toBe(415);
  });

  test('is JSON under that type', async () => {
    expect(seen(await send('PUT /v1/texts', '"ab"', 'application/json'))).toEqual([200, { complain: 'ab' }]);
    expect(seen(await send('POST /v1/texts', '"ab"', 'application/json'))).toEqual([
      415,
      { error: 'Content-Type application/json is not supported; send text/plain.' },
    ]);
    const { status, headers } = await send('PATCH /v1/texts', '1', 'image/png');
    expect([status, headers['accept-patch']]).toEqual([415, 'text/plain']);
    expect((await toy.send('OPTIONS /v1/texts')).headers['accept-patch']).toBe('text/plain');
  });
});

describe('a body that is bytes', () => {
  const schema = buildSchema(`
    scalar Bytes
    type Query { a: String }
    type Mutation { upload(name: String!, content: Bytes): String! }
  `);
  schema.getMutationType()!.getFields()['upload']!.resolve = (_, { content }: { content?: string }) => String(content);
  const upload = (name: string, type: string, more = '') =>
    `mutation ${name}($name: String!, $content: ${type}) @endpoint(method: PUT, path: "/${name}/{name}", body: "content", consumes: ["image/png", "text/csv", "application/json"]${more}) { upload(name: $name, content: $content) }`;
  const served = serveSchema(schema, {
    'conventions.json': '{ "scalars": { "Bytes": { "type": "string", "format": "byte" } } }',
    'v1/files.graphql': upload('files', 'Bytes!'),
    'v1/small.graphql': upload('small', 'Bytes @param(maxLength: 8)'),
  });
  afterAll(async () => (await served).close());
  const put = async (target: string, body: string | Uint8Array, type: string) => {
    const { status, json } = await (await served).send(`PUT ${target}`, { body, headers: { 'content-type': type } });
    return [status, json];
  };

  test('is base64 to GraphQL, of any bytes', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(await put('/v1/files/a', bytes, 'image/png')).toEqual([200, Buffer.from(bytes).toString('base64')]);
    expect(await put('/v1/files/a', Buffer.from('ä', 'latin1'), 'Text/CSV; charset=iso-8859-1')).toEqual([200, '5A==']);
    const most = new Uint8Array(1024 * 1024);
    expect(await put('/v1/files/a', most, 'image/png')).toEqual([200, Buffer.from(most).toString('base64')]);
  });

  test('is base64 in JSON', async () => {
    expect(await put('/v1/files/a', '"YQ=="', 'application/json')).toEqual([200, 'YQ==']);
    expect(await put('/v1/files/a', '"YQ="', 'application/json')).toEqual([
      400,
      { error: 'body must be base64 with padding' },
    ]);
  });

  test('has bounds', async () => {
    expect(await put('/v1/files/a', '', 'image/png')).toEqual([400, { error: 'body is required' }]);
    expect(await put('/v1/small/a', '', 'image/png')).toEqual([200, 'undefined']);
    expect(await put('/v1/small/a', '123456', 'image/png')).toEqual([200, 'MTIzNDU2']);
    expect(await put('/v1/small/a', '1234567', 'image/png')).toEqual([
      400,
      { error: 'body must have at most 8 characters' },
    ]);
    expect(await put('/v1/files/a', new Uint8Array(1024 * 1024 + 1), 'image/png')).toEqual([
      413,
      { error: 'The body must not be larger than 1048576 bytes.' },
    ]);
    expect(await put('/v1/files/a', 'a', 'image/gif')).toEqual([
      415,
      { error: 'Content-Type image/gif is not supported; send image/png or text/csv or application/json.' },
    ]);
  });
});
