import { expect, test } from 'vitest';
import { bodyTemplateSchema } from '../../../../../src/gateway/describe/openapi/bodyTemplateSchema.ts';

test('a template is its constants around the schema of the body', () => {
  const body = { type: 'string' };
  const url = { type: 'string', format: 'uri' };
  const template = { data: '{body}', self: '{self}', text: 'at {self}', meta: [1, null] };
  expect(bodyTemplateSchema(template, body, url)).toEqual({
    type: 'object',
    required: ['data', 'self', 'text', 'meta'],
    properties: {
      data: body,
      self: { ...url, description: 'The URL of the request.' },
      text: { type: 'string' },
      meta: { type: 'array', prefixItems: [{ const: 1 }, { const: null }], items: {}, minItems: 2, maxItems: 2 },
    },
  });
});
