import { expect, test } from 'vitest';
import { mergeResponses } from '../../../../../src/gateway/describe/openapi/mergeResponses.ts';
import { headerRefs, responseHeaders } from '../../../../../src/gateway/describe/openapi/responseHeaders.ts';

test('merges the statuses and the media types of all versions', () => {
  const one = { 200: { description: 'OK', content: { a: 1 } }, 404: { $ref: '#/a' } };
  const other = { 200: { description: 'OK', content: { b: 2 } }, 404: { $ref: '#/a' }, 410: { description: 'Gone' } };
  expect(mergeResponses([one, other], responseHeaders([]))).toEqual({
    200: { description: 'OK', headers: {}, content: { a: 1, b: 2 } },
    404: { $ref: '#/a' },
    410: { description: 'Gone' },
  });
});

test('describes a header of some versions in place, and does not require it', () => {
  const one = { 200: { headers: headerRefs('Vary', 'ETag') } };
  const other = { 200: { headers: headerRefs('Vary', 'DeprecationLink') } };
  expect(mergeResponses([one, other], responseHeaders([]))).toEqual({
    200: {
      headers: {
        ...headerRefs('Vary'),
        ETag: expect.objectContaining({ required: false, schema: { type: 'string' } }),
        Link: expect.objectContaining({ required: false, description: expect.stringContaining('RFC 9745') }),
      },
    },
  });
});
