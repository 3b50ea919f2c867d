import { expect } from 'vitest';
import type { HttpResponse } from './sendRequest.ts';

/** A safe integer that is not negative: what an identifier, a count and an amount look like. */
export const anInteger = expect.toSatisfy((value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0);

/** A text with something in it. */
export const someText = expect.stringMatching(/\S/) as unknown;

/** The status, type and whole body of a successful response, and that caches keep the negotiated forms apart. */
export function expectResponse(response: HttpResponse, status: number, contentType: string, body: unknown): void {
  expect({ status: response.status, type: response.headers['content-type'], body: response.json }).toEqual({
    status,
    type: contentType,
    body,
  });
  expect(response.headers['content-length']).toBe(String(Buffer.byteLength(response.body)));
  expect(varies(response)).toContain('accept');
}

/** The one error body, `{"error": "<message>"}` and nothing else, whose message names what these words say. */
export function expectError(response: HttpResponse, status: number, ...words: readonly (string | RegExp)[]): void {
  expect({ status: response.status, type: response.headers['content-type'], body: response.json }).toEqual({
    status,
    type: 'application/json',
    body: { error: someText },
  });
  expect(response.headers['content-length']).toBe(String(Buffer.byteLength(response.body)));
  const { error } = response.json as { error: string };
  for (const word of words) {
    if (typeof word === 'string') expect(error).toContain(word);
    else expect(error).toMatch(word);
  }
  expect(varies(response)).toContain('accept');
}

/** The entries of `Vary`, in lower case. */
export function varies(response: HttpResponse): string[] {
  return (response.headers.vary ?? '').split(',').map((name) => name.trim().toLowerCase());
}

/** The methods that `Allow` names. OPTIONS may be among them: the interface leaves it open. */
export function allowed(response: HttpResponse): string[] {
  return (response.headers.allow ?? '')
    .split(',')
    .map((method) => method.trim())
    .filter((method) => method !== 'OPTIONS')
    .sort();
}

/** The targets of a `Link` header by relation. See RFC 8288, section 3. */
export function links(response: HttpResponse): Record<string, string> {
  const header = response.headers.link;
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  return Object.fromEntries(
    [...text.matchAll(/<([^>]*)>;\s*rel="?([a-z]+)"?/g)].map(([, target, rel]) => [rel, target]),
  );
}

/** The `id` of what a response holds. */
export function idOf(response: HttpResponse): number {
  const { id } = response.json as { id: number };
  if (!Number.isSafeInteger(id)) throw new Error(`No id in ${response.status} ${response.body}`);
  return id;
}

/** The items and the page of a list. */
export function listOf(response: HttpResponse): {
  data: Record<string, unknown>[];
  pagination: Record<string, unknown>;
} {
  if (response.status !== 200) throw new Error(`No list but ${response.status} ${response.body}`);
  return response.json as { data: Record<string, unknown>[]; pagination: Record<string, unknown> };
}

/** A write that may have taken effect: nothing invites the client to send it again. */
export function expectInDoubt(response: HttpResponse): void {
  expectError(response, 500, 'unknown');
  expect(response.headers['retry-after']).toBeUndefined();
}
