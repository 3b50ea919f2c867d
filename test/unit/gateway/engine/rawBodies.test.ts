import { describe, expect, test } from 'vitest';
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
