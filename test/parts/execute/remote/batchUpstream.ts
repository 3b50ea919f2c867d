// Reads over HTTP to an upstream that answers batches, and what it has received.
import { afterAll, beforeEach } from 'vitest';
import { createBatching, createSlots } from '../../../../src/gateway/execute/remote/createBatching.ts';
import { type Received, type StubUpstream, stubUpstream } from '../../../support/stubUpstream.ts';

export interface Read {
  caller?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  url?: URL;
}

export const isList = ({ body }: Received) => Array.isArray(body);
export const resultOf = (name: string) => ({ data: { name } });

/** Results in the order of the reads; the one of a read that is sent alone is no list. */
export function answerAll(received: Received) {
  const results = namesIn(received).map(resultOf);
  return { body: isList(received) ? results : results[0] };
}

function namesIn({ body }: Received): string[] {
  return [body].flat().map(({ query }) => query);
}

/** Opens an upstream for the tests of a file. */
export async function batchUpstream() {
  const stub = await stubUpstream();
  afterAll(() => stub.close());

  /** The names of the reads in each request, in order. */
  const requests: string[][] = [];
  const answerWith = (answer: StubUpstream['answer']) => {
    requests.length = 0;
    stub.answer = (received, response) => {
      requests.push(namesIn(received));
      return answer(received, response);
    };
  };
  beforeEach(() => answerWith(answerAll));

  /** Holds the requests until they are answered. */
  const hold = () => {
    const held: (() => void)[] = [];
    let isHeld = true;
    answerWith((received, response) => {
      if (!isHeld) return answerAll(received);
      held.push(() => response.end(JSON.stringify(answerAll(received).body)));
      return undefined;
    });
    return () => {
      isHeld = false;
      for (const answer of held) answer();
    };
  };

  const setUp = ({ slots = 10, waiting = 20, maxBatchSize = 10 } = {}) => {
    const warnings: string[] = [];
    const warn = (message: string, { message: cause }: Error) => void warnings.push(`${message} ${cause}`);
    const runRead = createBatching(createSlots(slots, waiting), { maxBatchSize, warn });
    /** The name of the read that its result is of. */
    const read = (name: string, own: Read = {}) => {
      const { caller = 'ada', headers = {}, signal = new AbortController().signal, url = stub.url } = own;
      const request = { url, body: JSON.stringify({ query: name }), headers, signal, maxBytes: 1000 };
      const result = runRead({ caller, signal, headers }, (post) => post(request)).then(({ data }) => data?.['name']);
      // Some tests look at it later.
      result.catch(() => {});
      return result;
    };
    const readAll = (names: string) => Promise.all([...names].map((name) => read(name)));
    return { read, readAll, warnings };
  };
  return { requests, answerWith, hold, next: stub.next, setUp };
}
