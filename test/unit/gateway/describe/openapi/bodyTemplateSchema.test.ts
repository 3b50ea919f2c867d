import { expect, test } from 'vitest';
import { bodyTemplateSchema } from '../../../../../src/gateway/describe/openapi/bodyTemplateSchema.ts';

test('a template is its constants around the schema of the body', () => {
  const body = { type: 'string' };
  expect(bodyTemplateSchema({ data: '{body}', meta: [1, null] }, body)).toEqual({
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data: body,
      meta: { type: 'array', prefixItems: [{ const: 1 }, { const: null }], items: {}, minItems: 2, maxItems: 2 },
    },
  });
});
