// The credentials and the scopes that operations require.
import { expect, test } from 'vitest';
import { type Node, documentOf, openApiOf, operationOf } from './support/openApiOf.ts';

type Presence = 'REQUIRED' | 'OPTIONAL' | 'NONE';

const endpoint = (auth: Presence, path = '/a') =>
  `query get @endpoint(method: GET, path: "${path}", auth: ${auth}) { title }`;
const descriptionOf = (document: Node) => String(document['info']!['description']);

/** The document of the unversioned paths, of versions with these schemes, in each of which the endpoint has an `auth`. */
function versionsWith(schemes: string[], auths: Presence[] = []): Node {
  const files = schemes.flatMap((scheme, index) => [
    [`v${index + 1}/conventions.json`, { auth: { scheme } }],
    [
      `v${index + 1}/a.graphql`,
      auths[index] ? endpoint(auths[index]) : endpoint('REQUIRED', `/${index}`).replace('get', `get${index}`),
    ],
  ]);
  return openApiOf(Object.fromEntries(files))['/openapi.json']!;
}

const DESCRIPTION = 'A signed token with scopes.';
const BEARER_SCHEME = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: DESCRIPTION };
const TOKEN_SCHEME = { type: 'http', scheme: 'Token', description: DESCRIPTION };

const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };

test.each<[schemes: string[], expected: object, description: string]>([
  [['Bearer'], { bearer: BEARER_SCHEME }, '`Authorization: Bearer <token>`'],
  [['Bearer', 'Bearer'], { bearer: BEARER_SCHEME }, '`Authorization: Bearer <token>`'],
  [['Token'], { bearer: TOKEN_SCHEME }, '`Authorization: Token <token>`'],
  [
    ['Bearer', 'Token', 'Token'],
    { bearer: BEARER_SCHEME, bearerV2: TOKEN_SCHEME },
    '`Authorization: Bearer <token>`, or `Authorization: Token <token>` in version 2 and 3',
  ],
])('versions with the schemes %j', (schemes, expected, description) => {
  const document = versionsWith(schemes);
  expect(document['components']!['securitySchemes']).toEqual(expected);
  expect(descriptionOf(document)).toMatch(
    new RegExp(
      `^Requests carry ${description}; every endpoint names the scopes that it requires.\n\n`.replaceAll('.', '\\.'),
    ),
  );
});

test('versions are counted in their order, although the default version comes first', () => {
  const files = {
    'api.json': {
      name: 'toy',
      defaultVersion: 3,
      securitySchemes: { key: KEY, bearer: { type: 'http', scheme: 'bearer' } },
    },
    'v1/a.graphql': endpoint('REQUIRED'),
    'v2/conventions.json': { auth: { scheme: 'Token' } },
    'v3/conventions.json': { auth: { scheme: 'Bearer' } },
  };
  const document = openApiOf(files)['/openapi.json']!;
  expect(Object.keys(document['components']!['securitySchemes']!)).toEqual(['key', 'bearer', 'bearerV2']);
  expect(descriptionOf(document)).toContain(
    'the header `X-Key`, or `Authorization: Bearer <token>` in version 1 and 3, or `Authorization: Token <token>` in version 2;',
  );
});

const BEARER = { bearer: [] };
const TOKEN = { bearerV2: [] };

test.each<[one: Presence, two: Presence, ...security: object[]]>([
  ['REQUIRED', 'REQUIRED', BEARER, TOKEN],
  ['OPTIONAL', 'OPTIONAL', {}, BEARER, TOKEN],
  ['NONE', 'NONE'],
  ['NONE', 'REQUIRED', {}, TOKEN],
  ['REQUIRED', 'NONE', {}, BEARER],
  ['REQUIRED', 'OPTIONAL', {}, BEARER, TOKEN],
])('the security of an operation whose versions have the credentials %s and %s', (one, two, ...expected) => {
  expect(operationOf(versionsWith(['Bearer', 'Token'], [one, two]))['security']).toEqual(expected);
});

test('a document has the credentials that each endpoint requires', () => {
  const files = Object.fromEntries(
    (['NONE', 'OPTIONAL', 'REQUIRED'] as const).map((auth) => [
      `v1/${auth}.graphql`,
      endpoint(auth, `/${auth}`).replace('get', auth),
    ]),
  );
  const document = openApiOf(files)['/v1/openapi.json']!;
  expect(document['paths']).toMatchObject({
    '/NONE': { get: { security: [] } },
    '/OPTIONAL': { get: { security: [{}, BEARER] } },
    '/REQUIRED': { get: { security: [BEARER] } },
  });
  expect(descriptionOf(document)).toContain(
    'Requests carry `Authorization: Bearer <token>` where an endpoint requires it; every endpoint names the scopes',
  );
});

test.each<[name: string, options: object]>([
  ['where nothing authenticates', { open: true }],
  ['where every endpoint reads none', {}],
])('a document has no credentials %s', (_, options) => {
  const document = openApiOf({ 'v1/a.graphql': endpoint('open' in options ? 'REQUIRED' : 'NONE') }, options)[
    '/v1/openapi.json'
  ]!;
  expect(operationOf(document)['security']).toEqual([]);
  expect(document['components']).not.toHaveProperty('securitySchemes');
  expect(descriptionOf(document)).toMatch(/^HEAD works/);
});

test('the schemes that api.json states take the place of bearer tokens', () => {
  const securitySchemes = { key: KEY };
  const document = openApiOf({ 'api.json': { name: 'toy', securitySchemes }, 'v1/a.graphql': endpoint('REQUIRED') })[
    '/v1/openapi.json'
  ]!;
  expect(document['components']!['securitySchemes']).toEqual(securitySchemes);
  expect(operationOf(document)['security']).toEqual([{ key: [] }]);
  expect(document['components']!['responses']!['Unauthenticated']!['content']).toMatchObject({
    'application/json': { example: { error: 'Valid credentials are required: send the header X-Key.' } },
  });
});

test('schemes that are no bearer tokens stay as they are under another scheme of tokens', () => {
  const securitySchemes = { key: KEY, basic: { type: 'http', scheme: 'basic' } };
  const files = {
    'api.json': { name: 'toy', securitySchemes },
    'v1/conventions.json': { auth: { scheme: 'Token' } },
    'v1/a.graphql': endpoint('REQUIRED'),
  };
  expect(openApiOf(files)['/v1/openapi.json']!['components']!['securitySchemes']).toEqual(securitySchemes);
});

const EXPAND = '($x: Boolean = false @expand, $y: Boolean = false @expand)';

test.each<[name: string, selection: string, always: string[][], list: string, auth?: Presence]>([
  ['no field', 'title', [], ''],
  [
    'one scope, of two fields',
    'secret { detail } other: secret { detail }',
    [['a'], ['b c', 'd']],
    '- `a`\n- `b` and `c`, or `d`',
  ],
  ['alternatives', 'secret { name }', [['b c', 'd']], '- `b` and `c`, or `d`'],
  ['a field that only requires a caller', 'known { own { name } }', [], ''],
  [
    'a value of expand',
    'secret { name detail @include(if: $x) }',
    [['b c', 'd']],
    '- `b` and `c`, or `d`\n- `a` with `expand=x`',
  ],
  [
    'a value of expand that is always required too',
    'secret { detail more: detail @include(if: $x) }',
    [['a'], ['b c', 'd']],
    '- `a`\n- `b` and `c`, or `d`',
  ],
  [
    'two values of expand',
    'known { name own @include(if: $x) { much @include(if: $y) { name } } }',
    [],
    '- `a` with `expand=x,y`',
  ],
  [
    'two values, and one of them',
    'known { name much @include(if: $x) { name detail @include(if: $y) } }',
    [],
    '- `a` with `expand=x`',
  ],
  [
    'two values, each of which needs it',
    'known { name ... @include(if: $x) { much { name } } ... @include(if: $y) { ... @include(if: $y) { much { name } } } }',
    [],
    '- `a` with `expand=x`\n- `a` with `expand=y`',
  ],
  [
    'a value of expand, and of more values as well',
    'known { name ... @include(if: $y) { much @include(if: $x) { name } } also: much @include(if: $x) { name } }',
    [],
    '- `a` with `expand=x`',
  ],
  [
    'a value of expand that leaves out',
    'secret { name detail @skip(if: $x) }',
    [['a'], ['b c', 'd']],
    '- `a`\n- `b` and `c`, or `d`',
  ],
])('the scopes of %s', (_, selection, always, list) => {
  const used = selection.includes('$') ? EXPAND : '';
  const variables = used.replace(selection.includes('$y') ? '' : /, \$y.*\)/, selection.includes('$y') ? '' : ')');
  const operation = operationOf(
    documentOf(`"Read it." query get${variables} @endpoint(method: GET, path: "/a") { ${selection} }`),
  );
  expect(operation['x-scopes']).toEqual(always);
  expect(operation['description']).toBe(['Read it.', ...(list === '' ? [] : [`Scopes:\n${list}`])].join('\n\n'));
});

test.each<[auth: Presence, selection: string, expand: string | undefined]>([
  ['OPTIONAL', 'known { name }', undefined],
  ['OPTIONAL', 'known { name own @include(if: $x) { name } }', '`expand=x`'],
  [
    'OPTIONAL',
    'known { name own @include(if: $x) { name } also: own @include(if: $y) { name } }',
    '`expand=x`, `expand=y`',
  ],
  ['OPTIONAL', 'known { name at: own @include(if: $x) { own @include(if: $y) { name } } }', '`expand=x`'],
  ['REQUIRED', 'known { name own @include(if: $x) { name } }', undefined],
])('with credentials that are %s, %s requires them with %s', (auth, selection, expand) => {
  const variables = selection.includes('$y') ? EXPAND : selection.includes('$x') ? '($x: Boolean = false @expand)' : '';
  const { description } = operationOf(
    documentOf(`"Read it." query get${variables} @endpoint(method: GET, path: "/a", auth: ${auth}) { ${selection} }`),
  );
  expect(description).toBe(
    ['Read it.', ...(expand === undefined ? [] : [`Credentials are required with ${expand}.`])].join('\n\n'),
  );
});
