import { describe, expect, test } from 'vitest';
import type { RestRequest } from '../../../../src/gateway/handle/read/RestRequest.ts';
import { readJsonBody } from '../../../../src/gateway/handle/read/parseBody.ts';
import { seen, toyEngine } from '../engine/support/toy.ts';

const limits: number[] = [];
const request = (headers: RestRequest['headers'], body: string | Buffer) =>
  ({ headers, readBody: async (limit: number) => (limits.push(limit), Buffer.from(body)) }) as unknown as RestRequest;

describe('readJsonBody', () => {
  test.each<[string, unknown]>([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['', undefined],
  ])('the body %j is %j, read up to 1 MiB', async (body, value) => {
    limits.length = 0;
    expect(await readJsonBody(request({ 'content-type': 'application/json' }, body))).toEqual(value);
    expect(limits).toEqual([1024 * 1024]);
  });

  test.each([
    ['a body of another type', { 'content-type': 'text/plain' }, '{}', 415, 0],
    ['a compressed body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, '{}', 415, 0],
    ['a body without a type', {}, '{}', 415, 1],
    ['what is not JSON', { 'content-type': 'application/json' }, '{', 400, 1],
    ['what is not UTF-8', { 'content-type': 'application/json' }, Buffer.from('"Löwe"', 'latin1'), 400, 1],
  ])('%s is refused', async (_, headers, body, status, reads) => {
    limits.length = 0;
    await expect(readJsonBody(request(headers, body))).rejects.toMatchObject({ status });
    expect(limits).toHaveLength(reads);
  });

  describe('over the engine', () => {
    const toy = toyEngine({
      'v1/addBook.graphql': `mutation addBook($title: String!)
      @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") { addBook(input: { title: $title }) { id } }`,
    });
    test.each([
      ['text/plain', 415],
      ['application/json; charset=latin1', 415],
      ['application/json; charset=UTF-8', 201],
      ['application/json; Charset = "utf-8"', 201],
      ['application/json; charset=', 415],
      ['application/json; a=b', 201],
      ['application/merge-patch+json', 201],
      ['application/jsonp', 415],
    ])('a body of %s is %i', async (type, status) => {
      const reply = await toy.send('POST /v1/books', { body: { title: 'New' }, headers: { 'content-type': type } });
      expect(reply.status).toBe(status);
    });
    test('a body that is not UTF-8, and one that is compressed, is refused', async () => {
      const latin1 = await toy.send('POST /v1/books', { body: Buffer.from('{"title":"Löwe"}', 'latin1') });
      expect(seen(latin1)).toEqual([400, { error: 'The body is not valid UTF-8.' }]);
      const gzip = await toy.send('POST /v1/books', { body: { title: 'x' }, headers: { 'content-encoding': 'gzip' } });
      expect([gzip.status, gzip.headers['accept-encoding']]).toEqual([415, 'identity']);
    });
  });
});
