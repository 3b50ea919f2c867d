// The trace of a request that nothing measures: that of `traceparent`, which an error of the response names. See W3C Trace Context.
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { createPortico } from '../../src/gateway/index.ts';
import { folderOf } from './support/folderOf.ts';

const portico = createPortico({
  schema: buildSchema('type Query { a: Int }'),
  endpoints: folderOf({ 'v1/a.graphql': 'query a @endpoint(method: GET, path: "/a") { a }' }),
});
async function traceOf(traceparent?: string) {
  const headers = { ...(traceparent !== undefined && { traceparent }) };
  const response = await portico.fetch(new Request('http://localhost/v1/none', { headers }));
  expect(response.status).toBe(404);
  return response.headers.get('traceresponse');
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test.each([
  ['a sampled trace', `00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
  ['a trace that is not sampled', `00-${TRACE}-${SPAN}-00`, `00-${TRACE}-${SPAN}-00`],
  ['flags of later levels, which are not passed on', `00-${TRACE}-${SPAN}-03`, `00-${TRACE}-${SPAN}-01`],
  ['a later version', `cc-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
  ['a later version with more fields', `cc-${TRACE}-${SPAN}-01-what-the-future`, `00-${TRACE}-${SPAN}-01`],
])('reads %s', async (_, header, formatted) => {
  expect(await traceOf(header)).toBe(formatted);
});

test.each([
  ['an absent header', undefined],
  ['several values', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ['version ff', `ff-${TRACE}-${SPAN}-01`],
  ['version 00 with more fields', `00-${TRACE}-${SPAN}-01-x`],
  ['a later version that goes on without a separator', `cc-${TRACE}-${SPAN}-01.x`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['uppercase digits', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['a short trace id', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['no flags', `00-${TRACE}-${SPAN}`],
  ['flags that are no digits', `00-${TRACE}-${SPAN}-0g`],
])('ignores %s', async (_, header) => {
  expect(await traceOf(header)).toBeNull();
});
