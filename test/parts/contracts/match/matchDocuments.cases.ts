// Two operations of one path, the published one and ours, and what becomes of their parts.
import type { Result } from '../../../../src/gateway/describe/contracts/match/matchDocuments.ts';

export interface Case {
  name: string;
  published: object;
  own: object;
  /** Beside `paths`, of both. */
  more?: object;
  /** What is not equal, by part and path. */
  expected: Record<string, Result>;
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const jsonOf = (first: object, second: object) => ({
  content: { 'application/json': { schema: first }, 'application/vnd.acme+json': { schema: second } },
});
const ok = (schema: object) => ({ responses: { 200: json(schema) } });
const get = (...parameters: object[]) => ({ parameters, responses: { 200: {} } });
const post = (schema: object) => ({ requestBody: json(schema), responses: { 200: {} } });
const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const list = (items: object) => ({ type: 'array', items });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const components = (schemas: object) => ({ components: { schemas } });
const text = { type: 'string' };
const number = { type: 'integer' };

/** A property `a` of a response, published and ours. */
const property = (name: string, a: object, own: object, result: Result): Case => ({
  name,
  published: ok(object({ a })),
  own: ok(object({ a: own })),
  expected: result === 'equal' ? {} : { 'response 200 a': result },
});

/** A property `a` of a request body, published and ours. */
const sent = (name: string, a: object, own: object, result: Result): Case => ({
  name,
  published: post(object({ a })),
  own: post(object({ a: own })),
  expected: result === 'equal' ? {} : { 'request body a': result },
});

/** A query parameter, published and ours. */
const parameter = (name: string, one: object, own: object, result: Result, as = 'q'): Case => ({
  name,
  published: get({ name: as, in: 'query', ...one }),
  own: get({ name: as, in: 'query', ...own }),
  expected: result === 'equal' ? {} : { [`query parameter \`${as}\``]: result },
});

export const cases: readonly Case[] = [
  // Properties of responses: ours may be narrower.
  property('the same type', text, text, 'equal'),
  property('another type', number, text, 'different'),
  property('an integer for a number', { type: 'number' }, number, 'compatible'),
  property('a number for an integer', number, { type: 'number' }, 'different'),
  property('nullable in OpenAPI 3.0 and 3.1', { ...text, nullable: true }, { type: ['string', 'null'] }, 'equal'),
  property('never null', { ...text, nullable: true }, text, 'compatible'),
  property('null that is not published', text, { type: ['string', 'null'] }, 'different'),
  property('null around allOf', { nullable: true, allOf: [text] }, { type: ['string', 'null'] }, 'equal'),
  property('null as a choice', { oneOf: [text, { type: 'null' }] }, { type: ['string', 'null'] }, 'equal'),
  property('always null', { type: 'null' }, { const: null }, 'equal'),
  property('fewer values', { ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] }, 'compatible'),
  property('more values', { ...text, enum: ['a'] }, { ...text, enum: ['a', 'b'] }, 'different'),
  property('fewer types', { anyOf: [text, object({ b: text })] }, text, 'compatible'),
  property('items of fewer types', list({ oneOf: [text, object({ b: text })] }), list(text), 'compatible'),
  property('more types', text, { anyOf: [text, object({ b: text })] }, 'different'),
  property('another type than several', { anyOf: [text, number] }, { type: 'boolean' }, 'different'),
  property('nothing but null', { ...text, nullable: true }, { type: 'null' }, 'different'),
  property('a constant', { ...text, enum: ['a'] }, { const: 'a' }, 'equal'),
  property('a format of values', { ...text, format: 'date-time' }, text, 'different'),
  property('a format that only annotates', { ...text, format: 'uri' }, text, 'equal'),
  property('the range of an Int', number, { ...number, minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }, 'equal'),
  property('a description and an example', { ...text, example: 'x' }, { ...text, description: 'A text.' }, 'equal'),
  property('a map', { type: 'object', additionalProperties: text }, { type: 'object' }, 'different'),
  property('further properties', { type: 'object', additionalProperties: true }, { type: 'object' }, 'equal'),
  property('no further properties', { type: 'object', additionalProperties: false }, { type: 'object' }, 'equal'),
  {
    name: 'a property that ours lacks, and one that is not published',
    published: ok(object({ a: text })),
    own: ok(object({ b: text })),
    expected: { 'response 200 a': 'missing' },
  },
  {
    name: 'a property that is not always there',
    published: ok(object({ a: text, b: text }, ['a'])),
    own: ok(object({ a: text, b: text }, ['b'])),
    expected: { 'response 200 a': 'different', 'response 200 b': 'compatible' },
  },
  {
    name: 'nested properties, in lists and maps',
    published: ok({
      type: 'array',
      items: object({ a: { type: 'object', additionalProperties: object({ b: text, c: text }) } }),
    }),
    own: ok({ type: 'array', items: object({ a: { type: 'object', additionalProperties: object({ c: number }) } }) }),
    expected: { 'response 200 [].a.*.b': 'missing', 'response 200 [].a.*.c': 'different' },
  },
  {
    name: 'a list for an object',
    published: ok({ type: 'array', items: object({ a: text }) }),
    own: ok(object({ data: { type: 'array', items: object({ a: text }) } })),
    expected: { 'response 200': 'different', 'response 200 [].a': 'missing' },
  },
  {
    name: 'what is only in requests',
    published: ok(object({ a: { ...text, writeOnly: true }, b: text }, ['b'])),
    own: ok(object({ b: text })),
    expected: {},
  },
  {
    name: 'allOf with a refinement',
    published: ok({ allOf: [ref('Base'), object({ a: { ...text, enum: ['x'] } })] }),
    own: ok(object({ a: { const: 'x' }, b: number })),
    more: components({ Base: object({ a: text, b: number }) }),
    expected: {},
  },
  {
    name: 'a choice of objects',
    published: ok({ oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'kind' } }),
    own: ok({ anyOf: [object({ kind: { const: 'a' }, a: text }), object({ kind: { const: 'b' }, b: text })] }),
    more: components({
      A: object({ kind: { enum: ['a'] }, a: text }),
      B: object({ kind: { enum: ['b'] }, b: text }),
    }),
    expected: {},
  },
  {
    name: 'one of a choice of objects',
    published: ok({ oneOf: [ref('A'), ref('B')] }),
    own: ok(object({ a: text })),
    more: components({ A: object({ a: text }), B: object({ a: text, b: text }) }),
    expected: { 'response 200': 'compatible', 'response 200 b': 'missing' },
  },
  {
    name: 'a constant beside all values of its type',
    published: ok(object({ admin: { type: 'boolean' } })),
    own: ok(object({ admin: { anyOf: [{ const: false }, { type: 'boolean' }] } })),
    expected: {},
  },
  {
    name: 'a component that contains itself',
    published: ok(ref('Tree')),
    own: ok(object({ name: text, child: object({ name: number, child: { type: 'null' } }) })),
    more: components({ Tree: object({ name: text, child: { ...ref('Tree'), nullable: true } }, ['name']) }),
    // Each property of a component is one part: the name of the child is one of its differences.
    expected: { 'response 200 child': 'different' },
  },
  {
    name: 'a component that occurs twice, and ours has it once',
    published: ok(object({ one: ref('User'), two: ref('User') })),
    own: ok(object({ two: object({ login: text }) })),
    more: components({ User: object({ login: text }) }),
    expected: { 'response 200 one': 'missing' },
  },

  // Requests: ours may be wider.
  sent('a wider type', number, { type: 'number' }, 'compatible'),
  sent('a narrower type', { oneOf: [text, number] }, text, 'different'),
  sent('more types', text, { oneOf: [text, number] }, 'compatible'),
  sent('a bound', text, { ...text, maxLength: 5 }, 'different'),
  sent('a looser bound', { ...text, maxLength: 5 }, text, 'compatible'),
  sent(
    'an exclusive bound of OpenAPI 3.0',
    { ...number, minimum: 0, exclusiveMinimum: true },
    { ...number, exclusiveMinimum: 0 },
    'equal',
  ),
  sent(
    'a bound of OpenAPI 3.0 that is not exclusive',
    { ...number, maximum: 9, exclusiveMaximum: false },
    { ...number, maximum: 9 },
    'equal',
  ),
  sent('null that ours refuses', { ...text, nullable: true }, text, 'different'),
  {
    name: 'a property that is required, and not published',
    published: post(object({ a: text })),
    own: post(object({ a: text, b: text })),
    expected: { 'request body b': 'different' },
  },
  {
    name: 'a property that is optional, and not published',
    published: post(object({ a: text })),
    own: post(object({ a: text, b: text }, ['a'])),
    expected: {},
  },
  {
    name: 'a property of the name body that is required, and not published',
    published: { ...post(object({})), responses: { 200: json(list(object({ body: text }))) } },
    own: { ...post(object({ body: text })), responses: { 200: json(list(object({ body: number }))) } },
    expected: { 'request body body': 'different', 'response 200 [].body': 'different' },
  },
  {
    name: 'a body that is required and not published',
    published: { responses: { 200: {} } },
    own: { requestBody: { required: true, ...json(object({ a: text })) }, responses: { 200: {} } },
    expected: { 'request body': 'different' },
  },
  {
    name: 'what is only in responses',
    published: post(object({ a: text, id: { ...text, readOnly: true } })),
    own: post(object({ a: text })),
    expected: {},
  },
  {
    name: 'further properties that nobody published',
    published: post(object({ a: text })),
    own: post({ ...object({ a: text }), additionalProperties: false }),
    expected: { 'request body': 'compatible' },
  },
  {
    name: 'further properties that are published',
    published: post({ ...object({ a: text }), additionalProperties: true }),
    own: post({ ...object({ a: text }), additionalProperties: false }),
    expected: { 'request body': 'different' },
  },
  {
    name: 'no body',
    published: post(object({ a: text })),
    own: { responses: { 200: {} } },
    expected: { 'request body': 'missing', 'request body a': 'missing' },
  },

  // Parameters.
  parameter('an optional one for a required one', { required: true, schema: text }, { schema: text }, 'compatible'),
  parameter('a required one for an optional one', { schema: text }, { required: true, schema: text }, 'different'),
  parameter(
    'a default that is published',
    { schema: { ...number, default: 30 } },
    { schema: { ...number, default: 20 } },
    'different',
  ),
  parameter(
    'a default that is not published',
    { schema: number },
    { schema: { ...number, default: 20 } },
    'compatible',
  ),
  parameter(
    'a list with commas for a text',
    { schema: text },
    { schema: { type: 'array', items: text }, style: 'form', explode: false },
    'equal',
  ),
  ...['a', 'a[]'].flatMap((name): Case[] =>
    [{}, { explode: true }, { style: 'form', explode: true }, { explode: false }].map((style) =>
      parameter(
        `a list by repeated parameters, ${name} ${JSON.stringify(style)}`,
        { name, schema: { type: 'array', items: text }, ...style },
        { name, schema: { type: 'array', items: text }, style: 'form', explode: false },
        'equal',
        name,
      ),
    ),
  ),
  ...['pipeDelimited', 'spaceDelimited', 'deepObject'].map((style) =>
    parameter(
      `a list in the style ${style}`,
      { schema: { type: 'array', items: text }, style },
      { schema: { type: 'array', items: text }, style: 'form', explode: false },
      'different',
    ),
  ),
  parameter(
    'a list in a header, of which explode is nothing',
    { in: 'header', schema: { type: 'array', items: text }, explode: true },
    { in: 'header', schema: { type: 'array', items: text }, style: 'simple', explode: false },
    'equal',
  ),
  parameter(
    'a text of a format, which is never empty',
    { schema: { ...text, format: 'date-time' } },
    { schema: { ...text, format: 'date-time', minLength: 1 } },
    'equal',
  ),
  parameter('a text that may be empty', { schema: text }, { schema: { ...text, minLength: 1 } }, 'different'),
  parameter('a page of no fewer items than none', { schema: number }, { schema: { ...number, minimum: 0 } }, 'equal'),
  parameter(
    'the style that holds without one',
    { schema: text, style: 'form', explode: false },
    { schema: text },
    'equal',
  ),
  parameter(
    'a list with commas, a default and a text for null',
    { schema: { ...text, enum: ['open', 'closed', 'all'], default: 'open' } },
    {
      schema: {
        anyOf: [{ type: 'array', items: { ...text, enum: ['open', 'closed'] } }, { const: 'all' }],
        default: ['open'],
      },
      style: 'form',
      explode: false,
    },
    'equal',
  ),
  {
    name: 'parameters that ours lacks, in any place, and one that is required',
    published: get(query('a', text), { name: 'X-B', in: 'header', schema: text }),
    own: get(query('b', text, { required: true }), { name: 'x-b', in: 'header', schema: text }),
    expected: { 'query parameter `a`': 'missing', 'query parameter `b`': 'different' },
  },
  {
    name: 'headers that are no parameters',
    published: get(
      { name: 'Accept', in: 'header', schema: text },
      { name: 'authorization', in: 'header', schema: text },
    ),
    own: get(),
    expected: {},
  },
  parameter('the range of pages over an Int', { schema: number }, { schema: { ...number, maximum: 2 ** 31 } }, 'equal'),
  {
    name: 'a parameter that is a reference',
    published: get({ $ref: '#/components/parameters/page' }),
    own: get(query('page', number)),
    more: { components: { parameters: { page: query('page', number) } } },
    expected: {},
  },

  {
    name: 'headers of HTTP that no document of ours lists, and the conditions of a resource with a tag',
    published: {
      ...get(
        ...['If-None-Match', 'if-match', 'X-Request-Id', 'User-Agent', 'Accept-Encoding'].map((name) => ({
          name,
          in: 'header',
          schema: text,
        })),
      ),
      responses: { 200: { headers: { 'Content-Length': { schema: number }, Date: { schema: text } } } },
    },
    own: { responses: { 200: {}, 304: {} } },
    expected: {},
  },
  {
    name: 'a condition of a resource without a tag',
    published: get({ name: 'If-None-Match', in: 'header', schema: text }),
    own: { responses: { 200: {} } },
    expected: { 'header parameter `If-None-Match`': 'missing' },
  },
  {
    name: 'another method, which is refused everywhere',
    published: {
      responses: {
        200: {},
        405: { headers: { Allow: { required: true, schema: text } }, ...json(object({ error: text })) },
      },
    },
    own: { responses: { 200: {}, 404: json(object({ error: text })) } },
    expected: {},
  },
  {
    name: 'another method, with the body of another error',
    published: { responses: { 200: {}, 405: json(object({ message: text })) } },
    own: { responses: { 200: {}, 404: json(object({ error: text })) } },
    expected: { 'response 405': 'different' },
  },

  // Statuses, media types and headers.
  {
    name: 'another success',
    published: { responses: { 201: json(object({ a: text, b: text })) } },
    own: { responses: { 200: json(object({ a: text })) } },
    expected: { 'response 201': 'different', 'response 201 b': 'missing' },
  },
  {
    name: 'a success and an error that ours lacks',
    published: { responses: { 200: {}, 202: {}, 422: {} } },
    own: { responses: { 200: {}, 400: {} } },
    expected: { 'response 202': 'missing', 'response 422': 'missing' },
  },
  {
    name: 'ranges and a default',
    published: { responses: { '2XX': {}, '4xx': {}, default: {} } },
    own: { responses: { 201: {}, 404: {}, 500: {} } },
    expected: {},
  },
  {
    name: 'a status in a range of ours',
    published: { responses: { 200: {}, 409: {} } },
    own: { responses: { 200: {}, '4XX': {} } },
    expected: {},
  },
  {
    name: 'the body of an error',
    published: { responses: { 200: {}, 404: { $ref: '#/components/responses/NotFound' } } },
    own: { responses: { 200: {}, 404: json(object({ error: text })) } },
    more: { components: { responses: { NotFound: json(object({ message: text, code: number })) } } },
    expected: { 'response 404': 'different' },
  },
  {
    name: 'media types with parameters, and ranges of them',
    published: {
      responses: {
        200: { content: { 'application/json; charset=utf-8': { schema: object({ a: text }) }, 'text/*': {} } },
      },
    },
    own: { responses: { 200: { content: { 'Application/JSON': { schema: object({ a: text }) }, 'text/csv': {} } } } },
    expected: {},
  },
  {
    name: 'a media type that ours lacks',
    published: {
      responses: { 200: { content: { 'application/vnd.acme+json': { schema: object({ a: text, b: text }) } } } },
    },
    own: ok(object({ a: text })),
    expected: { 'response 200': 'different', 'response 200 b': 'missing' },
  },
  {
    name: 'JSON of several media types that both have',
    published: {
      requestBody: jsonOf(object({ a: text }), object({ b: text })),
      responses: { 200: jsonOf(object({ a: text }), object({ b: text, c: text })) },
    },
    own: {
      requestBody: jsonOf(object({ a: text }), object({ b: number })),
      responses: { 200: jsonOf(object({ a: text }), object({ b: number })) },
    },
    expected: { 'request body b': 'different', 'response 200 b': 'different', 'response 200 c': 'missing' },
  },
  {
    name: 'one of several media types, which is not the first',
    published: { responses: { 200: jsonOf(object({ a: text }), object({ b: text })) } },
    own: { responses: { 200: { content: { 'application/vnd.acme+json': { schema: object({ b: text }) } } } } },
    expected: { 'response 200': 'different', 'response 200 a': 'missing' },
  },
  {
    name: 'headers in another case, missing, narrower and of another type',
    published: {
      responses: {
        200: {
          headers: {
            'X-Total': { schema: number },
            Link: { schema: text },
            'X-A': { schema: text },
            'content-type': {},
          },
        },
      },
    },
    own: { responses: { 200: { headers: { 'x-total': { schema: text }, 'X-a': { required: true, schema: text } } } } },
    expected: {
      'header `X-Total` of response 200': 'different',
      'header `Link` of response 200': 'missing',
      'header `X-A` of response 200': 'compatible',
    },
  },
];
