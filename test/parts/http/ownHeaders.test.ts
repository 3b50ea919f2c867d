import { expect, test } from 'vitest';
import { OWN_HEADERS, exposedHeaders } from '../../../src/gateway/http/ownHeaders.ts';
import { responseHeaders } from '../../../src/gateway/describe/openapi/operations/responseHeaders.ts';
import { OWN_HEADERS as EXPECTED } from '../../vocabulary/support/expectOwnHeaders.ts';

/** Pages may read these in any case. See the Fetch standard, CORS-safelisted response-header name. */
const SAFELISTED = ['Cache-Control', 'Content-Type', 'Content-Length'];

test('is the table that responses of the vocabulary are compared with', () => {
  expect(EXPECTED).toEqual(Object.keys(OWN_HEADERS).map((name) => name.toLowerCase()));
});

const documented = Object.entries(OWN_HEADERS).flatMap(([name, { isDocumented }]) => (isDocumented ? [name] : []));

test('exposes what it documents, but for what only HTTP libraries and browsers read', () => {
  const hidden = documented.filter((name) => !exposedHeaders(true).includes(name) && !SAFELISTED.includes(name));
  expect(hidden).toEqual(['Accept-Encoding', 'Vary', 'Content-Disposition']);
});

test('the documents describe each documented header', () => {
  expect(Object.keys(responseHeaders([]))).toEqual(expect.arrayContaining(documented));
});
