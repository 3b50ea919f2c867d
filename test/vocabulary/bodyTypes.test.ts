// The media type, the charset and the coding of a body that is JSON. `test/cases/acceptHeaders.ts` has more types.
import { describe, expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const toy = toyEngine({
  'v1/addBook.graphql': `mutation addBook($title: String!)
  @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") { addBook(input: { title: $title }) { id } }`,
});
const post = (headers: Record<string, string>, body: unknown = { title: 'New' }) =>
  toy.send('POST /v1/books', { body, headers });

describe('a body is read', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/merge-patch+json',
    'application/problem+json; charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; Charset = "utf-8"',
    'application/json; charset=utf8',
    'application/json; a=b',
  ])('of %s', async (type) => expect((await post({ 'content-type': type })).status).toBe(201));

  test.each(['identity', ' Identity '])('in the coding %s', async (coding) => {
    expect((await post({ 'content-encoding': coding })).status).toBe(201);
  });

  test('with a byte order mark', async () => expect((await post({}, '\ufeff{"title":"New"}')).status).toBe(201));
});

describe('a body is refused', () => {
  const type = (shown: string) => `Content-Type ${shown} is not supported; send application/json.`;
  const charset = (shown: string) => `The charset ${shown} is not supported; send UTF-8.`;
  test.each([
    ...[
      'text/plain',
      'text/json',
      'application/jsonp',
      'application/+json',
      'application/a+jsonx',
      'application/json/x',
    ].map((each) => [each, type(each)]),
    ['multipart/form-data; boundary=x', type('multipart/form-data; boundary=x')],
    ['', type('""')],
    [`a/${'b'.repeat(300)}`, type(`a/${'b'.repeat(197)}…`)],
    ['application/json; charset=iso-8859-1', charset('iso-8859-1')],
    ['application/json; charset="utf-16"', charset('utf-16')],
    ['application/json; charset=xutf-8', charset('xutf-8')],
    ['application/json; charset=utf-8x', charset('utf-8x')],
    ['application/json; charset=', charset('""')],
  ])('of %s', async (sent, error) => {
    expect(seen(await post({ 'content-type': sent! }))).toEqual([415, { error }]);
  });

  test.each([
    ['gzip', 'gzip'],
    ['gzip, identity', 'gzip, identity'],
    ['', '""'],
  ])('in the coding %j', async (coding, shown) => {
    const reply = await post({ 'content-encoding': coding });
    expect(seen(reply)).toEqual([415, { error: `Content-Encoding ${shown} is not supported.` }]);
    expect(reply.headers['accept-encoding']).toBe('identity');
  });

  test.each([
    ['latin 1', Buffer.from('{"title":"Löwe"}', 'latin1')],
    ['an end within a character', Buffer.from([0x22, 0xc3, 0x22])],
    ['a surrogate', Buffer.from([0xed, 0xa0, 0x80])],
  ])('that is not UTF-8: %s', async (_, body) => {
    expect(seen(await post({}, body))).toEqual([400, { error: 'The body is not valid UTF-8.' }]);
  });

  test.each(['{', '{"a":1}x', "{'a':1}", 'undefined', ' ', `[${'x'.repeat(500)}`])(
    'that is no JSON: %s',
    async (body) => {
      const [status, json] = seen(await post({}, body));
      expect([status, json]).toEqual([
        400,
        { error: expect.stringMatching(/^The body is not valid JSON: .{1,200}\.$/) },
      ]);
    },
  );

  test('that is missing, whatever its type', async () => {
    expect(seen(await post({}, ''))).toEqual([400, { error: 'title is required' }]);
  });
});
