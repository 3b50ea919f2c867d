// What becomes of requests that are aborted, as the deadline does.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { postGraphql } from '../../../../src/gateway/execute/remote/postGraphql.ts';
import { stubUpstream } from '../../../support/stubUpstream.ts';

const stub = await stubUpstream();
afterAll(() => stub.close());
beforeEach(() => void (stub.received.length = 0));

const post = (operation: 'query' | 'mutation', signal: AbortSignal) =>
  postGraphql({ url: stub.url, body: '{}', headers: {}, signal, maxBytes: 1000, operation });

describe.each([
  ['before an answer', () => undefined],
  ['in the middle of an answer', (response: { write(text: string): unknown }) => void response.write('{"data":')],
])('a request that is aborted %s', (_, begin) => {
  beforeEach(() => void (stub.answer = (_request, response) => begin(response)));

  test.each([
    ['mutation', 'OUTCOME_UNKNOWN', {}],
    ['query', 'UNAVAILABLE', { 'retry-after': '1' }],
  ] as const)('ends at the upstream, and of a %s it is %s', async (operation, code, headers) => {
    const controller = new AbortController();
    const received = stub.next();
    const answer = post(operation, controller.signal);
    const { abandoned } = await received;
    controller.abort(new Error('The time is over.'));
    await expect(answer).rejects.toMatchObject({ code, headers });
    await abandoned;
    expect(stub.received).toHaveLength(1);
  });
});

test.each(['query', 'mutation'] as const)('a %s that is aborted already is not sent', async (operation) => {
  const signal = AbortSignal.abort(new Error('The time is over.'));
  await expect(post(operation, signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(stub.received).toEqual([]);
});
