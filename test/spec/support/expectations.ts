import { expect } from 'vitest';
import type { Answer } from './sendRequest.ts';

/** A safe integer that is not negative: what an identifier, a count and an amount look like. */
export const anInteger = expect.toSatisfy((value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0);

/** A text with something in it. */
export const someText = expect.stringMatching(/\S/) as unknown;

/** The status, type and whole body of a successful answer, and that caches keep the negotiated forms apart. */
export function expectAnswer(answer: Answer, status: number, contentType: string, body: unknown): void {
  expect({ status: answer.status, type: answer.headers['content-type'], body: answer.json }).toEqual({
    status,
    type: contentType,
    body,
  });
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)));
  expect(varies(answer)).toContain('accept');
}

/** The one error body, `{"error": "<message>"}` and nothing else, whose message names what these words say. */
export function expectError(answer: Answer, status: number, ...words: readonly (string | RegExp)[]): void {
  expect({ status: answer.status, type: answer.headers['content-type'], body: answer.json }).toEqual({
    status,
    type: 'application/json',
    body: { error: someText },
  });
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)));
  const { error } = answer.json as { error: string };
  for (const word of words) {
    if (typeof word === 'string') expect(error).toContain(word);
    else expect(error).toMatch(word);
  }
  expect(varies(answer)).toContain('accept');
}

/** The entries of `Vary`, in lower case. */
export function varies(answer: Answer): string[] {
  return (answer.headers.vary ?? '').split(',').map((name) => name.trim().toLowerCase());
}

/** The methods that `Allow` names. OPTIONS may be among them: the interface leaves it open. */
export function allowed(answer: Answer): string[] {
  return (answer.headers.allow ?? '')
    .split(',')
    .map((method) => method.trim())
    .filter((method) => method !== 'OPTIONS')
    .sort();
}

/** The targets of a `Link` header by relation. See RFC 8288, section 3. */
export function links(answer: Answer): Record<string, string> {
  const header = answer.headers.link;
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  return Object.fromEntries(
    [...text.matchAll(/<([^>]*)>;\s*rel="?([a-z]+)"?/g)].map(([, target, rel]) => [rel, target]),
  );
}

/** The `id` of what an answer holds. */
export function idOf(answer: Answer): number {
  const { id } = answer.json as { id: number };
  if (!Number.isSafeInteger(id)) throw new Error(`No id in ${answer.status} ${answer.body}`);
  return id;
}

/** The items and the page of a list. */
export function listOf(answer: Answer): { data: Record<string, unknown>[]; pagination: Record<string, unknown> } {
  if (answer.status !== 200) throw new Error(`No list but ${answer.status} ${answer.body}`);
  return answer.json as { data: Record<string, unknown>[]; pagination: Record<string, unknown> };
}

/** A write that may have taken effect: nothing invites the client to send it again. */
export function expectInDoubt(answer: Answer): void {
  expectError(answer, 500, 'unknown');
  expect(answer.headers['retry-after']).toBeUndefined();
}
