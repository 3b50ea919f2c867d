import { describe, expect, test } from 'vitest';
import { describeBody, requestBodyOf } from '../../../../../src/gateway/describe/openapi/operations/describeBody.ts';
import { SchemaRegistry } from '../../../../../src/gateway/describe/openapi/schemas/SchemaRegistry.ts';
import type { EndpointPlan } from '../../../../../src/gateway/plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../../../../src/gateway/plan/ParameterPlan.ts';
import { endpointPlan, parameterPlan, versionPlan } from '../../support/plans.ts';

const context = () => ({ version: versionPlan(), registry: new SchemaRegistry() });

describe('a body', () => {
  const bodyOf = (own: Partial<EndpointPlan>) => describeBody(endpointPlan({ method: 'POST', ...own }), context());
  const property = (name: string, own: Partial<ParameterPlan> = {}) =>
    parameterPlan({ name, source: 'body', type: 'String!', ...own });

  test.each<[name: string, own: Partial<EndpointPlan>]>([
    ['of a GET', { method: 'GET', parameters: [property('a')] }],
    ['without properties', { parameters: [parameterPlan()] }],
  ])('%s is none', (_, own) => {
    expect(bodyOf(own)).toBeUndefined();
  });

  test('has the properties, whose dots descend', () => {
    const parameters = [
      property('title', { required: true, description: 'A title.', example: 'Emma' }),
      property('size.pages', { type: 'Int!', wireDefault: 7 }),
      property('size.weight.grams', { type: 'Boolean!', required: true }),
    ];
    expect(bodyOf({ parameters })).toEqual({
      required: true,
      types: ['application/json'],
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'size'],
        properties: {
          title: { type: 'string', description: 'A title.', examples: ['Emma'] },
          size: {
            type: 'object',
            additionalProperties: false,
            required: ['weight'],
            properties: {
              pages: expect.objectContaining({ type: 'integer', default: 7 }),
              weight: {
                type: 'object',
                additionalProperties: false,
                required: ['grams'],
                properties: { grams: { type: 'boolean' } },
              },
            },
          },
        },
      },
    });
  });

  test('is optional where all of its properties are', () => {
    expect(bodyOf({ parameters: [property('title')] })).toMatchObject({ required: false });
  });

  test('is the value of a whole parameter', () => {
    const parameters = [parameterPlan({ source: 'whole', type: '[Int!]!', required: true })];
    expect(bodyOf({ parameters })).toMatchObject({ required: true, schema: { type: 'array' } });
  });
});

describe('the media types of a body', () => {
  const form = 'application/x-www-form-urlencoded';
  const schema = { type: 'object' };
  const described = { required: true, schema };
  const deepObject = { style: 'deepObject', explode: true };

  test('have one schema, and forms say what nests', () => {
    const types = [`${form}; charset=utf-8`, 'application/json'];
    expect(requestBodyOf({ ...described, types })).toEqual({
      required: true,
      content: { [types[0]!]: { schema }, 'application/json': { schema } },
    });
    expect(requestBodyOf({ ...described, types, encoding: { user: deepObject } })).toEqual({
      required: true,
      content: { [types[0]!]: { schema, encoding: { user: deepObject } }, 'application/json': { schema } },
    });
  });

  test('have no schema where they are bytes', () => {
    const types = ['image/png', 'application/json'];
    expect(requestBodyOf({ ...described, types, bytes: ['image/png'] })).toEqual({
      required: true,
      content: { 'image/png': {}, 'application/json': { schema } },
    });
  });
});
