import { describe, expect, test } from 'vitest';
import { DEFAULT_API } from '../../../../src/gateway/plan/conventions/apiProperties.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { buildDocument, describeCodes } from '../../../../src/gateway/describe/openapi/buildDocument.ts';
import type { Method } from '../../../../src/gateway/plan/EndpointPlan.ts';
import { versionPlan } from '../support/plans.ts';

const SETTINGS = { basePath: '' };
const API = { ...DEFAULT_API, name: 'toy' };

const operationOf = (path: string, method: Method = 'GET') => ({
  path,
  method,
  operation: {
    operationId: method + path,
    tags: ['books'],
    summary: 'Read',
    security: [],
    responses: { 404: { $ref: '#/components/responses/NotFound' } },
  },
});

const documentOf = (conventions = DEFAULT_CONVENTIONS) =>
  buildDocument(
    {
      api: API,
      version: '1',
      server: '/v1',
      operations: [operationOf('/b'), operationOf('/a'), operationOf('/b', 'POST')],
      components: new Map([
        ['B', {}],
        ['A', {}],
      ]),
      note: 'A note.',
    },
    [versionPlan({ conventions })],
    SETTINGS,
  ) as { [key: string]: { [key: string]: object } };

describe('buildDocument', () => {
  test('sorts paths and components, and has those components that are used', () => {
    const { paths, components } = documentOf();
    expect(Object.keys(paths!)).toEqual(['/a', '/b']);
    expect(Object.keys(paths!['/b']!)).toEqual(['get', 'post']);
    expect(Object.keys(components!['schemas']!)).toEqual(['Error', 'Problem', 'A', 'B']);
    expect(Object.keys(components!['responses']!)).toEqual(['NotFound']);
    expect(Object.keys(components!['headers']!)).toEqual([
      'X-Request-Id',
      'Vary',
      'Cache-Control',
      'RateLimit',
      'RateLimit-Policy',
    ]);
  });

  test('describes tags in the words of the conventions', () => {
    const conventions = { ...DEFAULT_CONVENTIONS, tags: { a: 'All of a.', c: 'None.' } };
    const operations = ['b', 'a'].map((tag) => {
      const { operation, ...rest } = operationOf(`/${tag}`);
      return { ...rest, operation: { ...operation, tags: [tag] } };
    });
    const parts = { api: API, version: '1', server: '/', operations, components: new Map() };
    expect(buildDocument(parts, [versionPlan({ conventions })], SETTINGS)['tags']).toEqual([
      { name: 'a', description: 'All of a.' },
      { name: 'b' },
    ]);
  });

  test.each([
    ['the default body', DEFAULT_CONVENTIONS.errors.body, 'Errors are `{"error": "…"}`'],
    ['another body', { message: '{message}' }, 'Errors have the schema `Error`'],
  ])('describes errors with %s, also of a plan that was read from JSON', (_, body, text) => {
    const conventions = { ...DEFAULT_CONVENTIONS, errors: { ...DEFAULT_CONVENTIONS.errors, body } };
    const { info } = documentOf(JSON.parse(JSON.stringify(conventions)));
    expect(info!['description']).toContain(
      `A note.\n\nHEAD works wherever GET does, and OPTIONS returns 204 with Allow. ${text}`,
    );
  });

  test('has the security schemes and schemas of errors that are used', () => {
    const parts = { api: API, version: '1', server: '/', components: new Map() };
    const build = (conventions: typeof DEFAULT_CONVENTIONS, security: object[]) => {
      const { operation, ...rest } = operationOf('/b');
      const operations = [{ ...rest, operation: { ...operation, security } }];
      return buildDocument({ ...parts, operations }, [versionPlan({ conventions })], SETTINGS) as {
        info: { description: string };
        components: Record<string, object>;
      };
    };
    const errors = { ...DEFAULT_CONVENTIONS.errors, mediaType: 'application/problem+json' };
    const open = build({ ...DEFAULT_CONVENTIONS, errors }, []);
    expect(open.components).not.toHaveProperty('securitySchemes');
    expect(open.info.description).toMatch(/^HEAD/);
    expect(Object.keys(open.components['schemas']!)).toEqual(['Error']);
    const closed = build(DEFAULT_CONVENTIONS, [{}, { bearer: [] }]);
    expect(Object.keys(closed.components['securitySchemes']!)).toEqual(['bearer']);
    expect(closed.info.description).toMatch(/^Requests carry/);
  });
});

type Errors = typeof DEFAULT_CONVENTIONS.errors;

const versionWith = (errors: Partial<Errors> = {}) =>
  versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, errors: { ...DEFAULT_CONVENTIONS.errors, ...errors } } });

/** Code and status of each row. */
function rowsOf(...versions: ReturnType<typeof versionWith>[]): string[] {
  return describeCodes(versions)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, 3).join('').replace(/\s+/g, ' ').trim());
}

describe('describeCodes', () => {
  test('is a table of Markdown in an element that is closed', () => {
    const text = describeCodes([versionWith()]);
    expect(text).toMatch(
      /^<details><summary>Error codes<\/summary>\n\n\| Code \| Status \| Cause \| Remedy \| Retry \|\n\| ---/,
    );
    expect(text).toMatch(/ \|\n\n<\/details>$/);
    expect(text).toContain(
      '| `CONFLICT` | 409 | The request conflicts with the state of a resource, for example a duplicate. | Read the current state, and change the request. | after a change |',
    );
  });

  test('leaves out codes that REST does not have', () => {
    const rows = rowsOf(versionWith());
    expect(rows).toContain('`BAD_USER_INPUT` 400');
    expect(rows.filter((row) => row.includes('GRAPHQL'))).toEqual([]);
  });

  test('has the names and statuses of the conventions', () => {
    const codes = {
      NOT_FOUND: { code: 'missing', status: 410 },
      CONFLICT: 422,
      TIMEOUT: { code: '{{late}}' },
      '*': { code: 'E-{status}' },
    };
    const rows = rowsOf(versionWith({ invalid: 422, codes }));
    expect(rows).toEqual(
      expect.arrayContaining(['`missing` 410', '`{late}` 504', '`CONFLICT` 422', '`BAD_USER_INPUT` 422']),
    );
    // What is composed of values of an error is not known before there is one.
    expect(rows).toContain('`FORBIDDEN` 403');
  });

  test('has a row for each version that differs', () => {
    const rows = rowsOf(versionWith(), versionWith({ invalid: 422 }), versionWith());
    expect(rows.filter((row) => row.startsWith('`BAD_USER_INPUT`'))).toEqual([
      '`BAD_USER_INPUT` 400',
      '`BAD_USER_INPUT` 422',
    ]);
    expect(rows.filter((row) => row.startsWith('`CONFLICT`'))).toHaveLength(1);
  });
});
