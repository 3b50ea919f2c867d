import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../src/gateway/describe/openapi/Schema.ts';
import { withExamples } from '../../../../src/gateway/describe/openapi/examples.ts';
import { sampleOfPattern } from '../../../../src/gateway/describe/openapi/samplePattern.ts';

const BOOK: Schema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', maxLength: 5 },
    sequel: { $ref: '#/components/schemas/Book' },
    translations: { type: 'array', items: { $ref: '#/components/schemas/Book' } },
    old: { type: 'string', deprecated: true },
    nextCursor: { type: ['string', 'null'] },
  },
};
const SCHEMAS = {
  Book: BOOK,
  User: { type: 'object', properties: { name: { type: 'string' }, createdAt: { type: 'string' } } },
  Loop: { type: 'object', required: ['self'], properties: { self: { $ref: '#/components/schemas/Loop' } } },
};

/** The operation with examples, of a parameter or of a body with this schema. */
const described = (parameter: Schema | undefined, body: Schema = { type: 'string' }) =>
  withExamples(
    {
      ...(parameter && { parameters: [parameter] }),
      requestBody: { content: { 'application/json': { schema: body } } },
      responses: { 204: { description: 'No Content' } },
    },
    SCHEMAS,
    new Map(),
  ) as { parameters: Schema[]; requestBody: { content: Record<string, Schema> } };
const exampleOf = (name: string, schema: Schema) =>
  described({ name, in: 'query', required: true, schema }).parameters[0]!['example'];

describe('an example', () => {
  test.each<[name: string, schema: Schema, example: unknown]>([
    ['email', { type: 'string' }, 'ada@example.com'],
    ['contact', { type: 'string', format: 'email' }, 'ada@example.com'],
    ['when', { type: 'string', format: 'date-time' }, '2026-01-31T09:30:00Z'],
    ['createdAt', { type: ['string', 'null'] }, '2026-01-31T09:30:00Z'],
    ['day', { type: 'string', format: 'date' }, '2026-01-31'],
    ['token', { type: 'string', format: 'uuid' }, '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['homepage', { type: 'string', format: 'uri' }, expect.stringMatching(/^https:\/\/example\.com\//)],
    ['first_name', { type: 'string' }, 'Ada'],
    ['X-Id', { type: 'string' }, '1'],
    ['id', { type: 'integer' }, 1],
    ['quantity', { type: 'integer' }, 2],
    ['age', { type: 'integer', minimum: 200, maximum: 300 }, 200],
    ['expires', { type: 'integer', format: 'unixtime' }, 1_769_851_800],
    ['status', { type: 'string', enum: ['OPEN', 'CLOSED'] }, 'OPEN'],
    ['status', { type: ['string', 'null'], enum: [null, 'CLOSED'] }, 'CLOSED'],
    ['kind', { const: 'book' }, 'book'],
    ['limit', { type: 'integer', default: 20 }, 20],
    ['size', { type: 'integer', examples: [7] }, 7],
    ['hasMore', { type: 'boolean' }, false],
    ['active', { type: 'boolean' }, true],
    ['fare', { type: 'string', description: 'The class, such as `economy`.' }, 'economy'],
    ['fare', { type: 'string', maxLength: 3, description: 'The class, such as `economy`.' }, 'Far'],
    ['title', { type: 'string', minLength: 30 }, expect.stringMatching(/^.{30,}$/)],
    ['code', { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' }, 'AA-1111'],
    ['code', { type: 'string', pattern: '^a', allOf: [{ pattern: 'z$' }] }, undefined],
    ['tags', { type: 'array', items: { type: 'string' }, minItems: 2 }, [expect.any(String), expect.any(String)]],
    ['any', { anyOf: [{ type: 'null' }, { type: 'integer', maximum: 3 }] }, expect.any(Number)],
    ['user', { $ref: '#/components/schemas/User' }, { name: 'Ada Lovelace', createdAt: '2026-01-31T09:30:00Z' }],
    ['loop', { $ref: '#/components/schemas/Loop' }, undefined],
    ['choice', { ...SCHEMAS.User, maxProperties: 1 }, { name: expect.any(String) }],
    ['map', { type: 'object', additionalProperties: { type: 'integer', maximum: 0 } }, { name: 0 }],
    ['book', { $ref: '#/components/schemas/Book' }, { title: 'Title' }],
  ])('of %s, %j, is %j', (name, schema, example) => {
    const made = exampleOf(name, schema);
    expect(name === 'book' ? { ...(made as object), title: 'Title' } : made).toEqual(example);
  });

  test('of an optional parameter is in its schema, unless it has a default', () => {
    const of = (schema: Schema) => described({ name: 'page', in: 'query', required: false, schema }).parameters[0];
    expect(of({ type: 'integer' })).toMatchObject({ schema: { type: 'integer', examples: [1] } });
    expect(of({ type: 'integer', default: 1 })).toMatchObject({ schema: { type: 'integer', default: 1 } });
  });

  test('of a component is one itself', () => {
    const examples = new Map<string, Schema>();
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/User' } } };
    const { responses } = withExamples({ responses: { 200: { content } } }, SCHEMAS, examples);
    expect(responses).toEqual({
      200: {
        content: {
          'application/json': {
            ...content['application/json'],
            examples: { User: { $ref: '#/components/examples/User' } },
          },
        },
      },
    });
    expect(examples.get('User')).toEqual({ value: exampleOf('user', { $ref: '#/components/schemas/User' }) });
  });
});

test.each([
  '^[a-z]+$',
  '^\\d{3}-\\d{2}$',
  '^(?:a|b)c?$',
  '^[^/?#]*$',
  '^/books/[^/?#]*/authors$',
  '^v(\\d+)(?:\\.\\d+){2}$',
  '^\\+\\d{6,14}$',
  '^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$',
  '^(?<year>\\d{4})$',
  '^\\p{Lu}.*$',
  '^(?:[^\\x00]*)$',
  '^#[0-9a-f]{6}$',
  '^\\[\\w+\\]\\s\\S$',
])('a text that %s matches', (pattern) => {
  expect(sampleOfPattern(pattern)).toMatch(new RegExp(pattern, 'u'));
});

test.each(['(', '[', '{', ')', '\\', '(?=', '[^'])('ends with %s, which is no pattern', (pattern) => {
  expect(sampleOfPattern(pattern)).toEqual(expect.any(String));
});

test.each(['^(((a{1000}){1000}){1000})$', '('.repeat(50_000)])('of a pattern that is too long is empty', (pattern) => {
  expect(sampleOfPattern(pattern)).toBe('');
});
