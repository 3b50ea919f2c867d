import { expect } from 'vitest';
import { OWN_HEADERS } from '../../../src/gateway/http/ownHeaders.ts';

const OWN = Object.keys(OWN_HEADERS).map((name) => name.toLowerCase());

/** Every header of a response is in the table of Portico's own, or one that its endpoints send. */
export function expectOwnHeaders(names: readonly string[], ofEndpoints: readonly string[]): void {
  expect([...OWN, ...ofEndpoints.map((name) => name.toLowerCase())]).toEqual(expect.arrayContaining([...names]));
}
