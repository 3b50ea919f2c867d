import { describe, expect, test } from 'vitest';
import { libraryFaults, query, testLibrary } from '../support/library.ts';

const endpoint = (operation: string, more: string) =>
  `${operation} @endpoint(path: "/b", ${more}) { ${operation.startsWith('query') ? 'shelves { name }' : 'touch'} }`;

describe('an endpoint is refused, at the argument, for', () => {
  testLibrary([
    [
      'GET of a mutation',
      endpoint('mutation m', 'method: GET'),
      '1:42: GET requires a query, but m is a mutation. Use POST, PUT, PATCH or DELETE, or make the operation a query.',
    ],
    ...['PUT', 'PATCH', 'DELETE'].map(
      (method) =>
        [
          `${method} of a query`,
          endpoint('query q', `method: ${method}`),
          `1:39: ${method} requires a mutation, but q is a query. Use GET or POST, or make the operation a mutation.`,
        ] as const,
    ),
    [
      'a second root field of a mutation',
      'mutation m @endpoint(method: POST, path: "/b") { touch b: touch }',
      '1:56: The mutation m must have exactly one root field. Make an endpoint for each root field.',
    ],
    ...[199, 400].map(
      (status) =>
        [
          `the status ${status}`,
          endpoint('query q', `method: GET, status: ${status}`),
          `1:52: The status ${status} is not a status of success. Use a status from 200 to 299.`,
        ] as const,
    ),
    ...[205, 206, 300, 304].map(
      (status) =>
        [
          `the status ${status}`,
          endpoint('query q', `method: GET, status: ${status}`),
          `1:52: The status ${status} is not supported. Use 200, 204 for a response without a body, or 301, 302, 303, 307 or 308 for a redirect.`,
        ] as const,
    ),
    ...[301, 302, 307, 308].map(
      (status) =>
        [
          `the status ${status} of a mutation`,
          endpoint('mutation m', `method: POST, status: ${status}`),
          `1:56: The status ${status} would make clients send a mutation again that has taken effect. Use 303.`,
        ] as const,
    ),
    [
      'maxAge of a POST',
      endpoint('query q', 'method: POST, maxAge: 5'),
      '1:53: maxAge is not supported for POST, only for GET. Remove it.',
    ],
    [
      'a negative maxAge',
      endpoint('query q', 'method: GET, maxAge: -1'),
      '1:52: maxAge must not be negative, but is -1. Write the number of seconds.',
    ],
    ...['deprecated', 'sunset'].flatMap((argument) =>
      ['2027-02-30', '2027-2-3', 'soon', '2027-01-31T00:00:00Z'].map(
        (date) =>
          [
            `${argument}: "${date}"`,
            endpoint('query q', `method: GET, ${argument}: "${date}"`),
            `1:${46 + argument.length}: ${argument} must be a date, but is "${date}". Write a date such as "2027-01-31".`,
          ] as const,
      ),
    ),
    [
      'an end before the deprecation',
      endpoint('query q', 'method: GET, sunset: "2027-01-31", deprecated: "2027-02-01"'),
      '1:52: sunset 2027-01-31 is before deprecated 2027-02-01. Change one of the dates: an endpoint is deprecated first.',
    ],
    [
      'a path that is none',
      endpoint('query q', 'method: GET').replace('/b', 'b'),
      '1:25: The path "b" must begin with a slash, and not end with one. Write a path such as "/users/{id}".',
    ],
  ]);
});

describe('an endpoint may', () => {
  testLibrary([
    ['POST a query', endpoint('query q', 'method: POST')],
    ['be without a maximum age, or have one of 0', endpoint('query q', 'method: GET, maxAge: 0')],
    [
      'end on the day of its deprecation',
      endpoint('query q', 'method: GET, deprecated: "2027-01-31", sunset: "2027-01-31"'),
    ],
    ['have several root fields in a query', query('shelves { name } other: shelves { name }')],
    ...[200, 299].map(
      (status) => [`have the status ${status}`, endpoint('query q', `method: GET, status: ${status}`)] as const,
    ),
  ]);
});

/** The faults of the path of an endpoint, whose placeholders are variables. */
function pathFaults(path: string): string[] {
  const names = ['a', 'b', 'id', 'path', 'base', 'head'].filter((name) => path.includes(`${name}}`));
  const variables = names.length > 0 ? `(${names.map((name) => `$${name}: ID!`).join()})` : '';
  const fields = names.map((name) => `${name}: book(id: $${name}) { id }`).join(' ');
  const document = `query q${variables} @endpoint(method: GET, path: "${path}") { ${fields} shelves { name } }`;
  return libraryFaults({ 'v1/a.graphql': document }).map((fault) => fault.replace(/^v1\/a\.graphql:\d+:\d+: /, ''));
}

test.each([
  '/',
  '/a',
  '/{id}/b',
  '/{id}:archive',
  '/{id}x',
  '/{base}...{head}.json',
  '/x/{+path}',
  '/a.b~c/@me/x:y',
  '/version/v1',
  '/v1beta',
  '/v0',
])('%s is a path', (path) => expect(pathFaults(path)).toEqual([]));

const SEGMENT = 'Write a placeholder as "{id}", "{+path}" or "{id}.json", and text without special characters.';
test.each<[fault: string, ...paths: string[]]>([
  [
    'must begin with a slash, and not end with one. Write a path such as "/users/{id}".',
    'users',
    '',
    '/users/',
    '//',
    'v1/users/:id/',
  ],
  ['must not begin with a version, which the folder adds. Remove the version.', '/v1/users', '/v12'],
  [
    `has the segment "#", which is neither text nor a placeholder. ${SEGMENT}`,
    ...[
      '',
      ':id',
      'users?limit=1',
      '{id',
      'id}',
      '{}',
      '{a-b}',
      '{id}é',
      '{++a}',
      '{a}{',
      '<id>',
      '%20',
      'a b',
      'é',
      '*a[]',
      '.',
      '..',
    ].map((segment) => `/x/${segment}/x`),
  ],
  [
    'has two placeholders without text between them in "#". Write text between them, as in "{base}...{head}".',
    ...['{a}{b}', 'x{a}.{b}{id}', '{a}{+b}'].map((segment) => `/x/${segment}`),
  ],
  [
    'has {+path}, which is not its last segment. End the path with "/{+path}".',
    '/{+path}/x',
    '/{+path}.json',
    '/x{+path}',
    '/{a}.{+path}',
    '/{+path}/{+path}',
  ],
])('a path is refused that %s', (fault, ...paths) => {
  for (const path of paths) {
    const [, , segment = ''] = path.split('/');
    expect(pathFaults(path)[0]).toBe(`The path "${path}" ${fault.replace('#', segment)}`);
  }
});
