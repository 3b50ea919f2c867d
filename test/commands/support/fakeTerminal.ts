import { PassThrough } from 'node:stream';
import type { Readable, Writable } from 'node:stream';

export const KEYS = { enter: '\r', down: '\u001b[B', tab: '\t', cancel: '\u0003' } as const;

export interface FakeTerminal {
  input: Readable;
  output: Writable;
  /** All that was shown. */
  shown(): string;
}

/** A terminal where a person types the keys as soon as the question is shown, one question after the other. */
export function fakeTerminal(...answers: (readonly [question: string, keys: string])[]): FakeTerminal {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 });
  const left = [...answers];
  let shown = '';
  let unread = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk;
    unread += chunk;
    const [question, keys] = left[0] ?? [];
    if (question === undefined || keys === undefined || !unread.includes(question)) return;
    left.shift();
    unread = '';
    setImmediate(() => input.write(keys));
  });
  return { input, output, shown: () => shown };
}
