import { describe, expect, test } from 'vitest';
import { readJsonBody } from '../../../src/gateway/server.ts';

type RestRequest = Parameters<typeof readJsonBody>[0];

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
});
