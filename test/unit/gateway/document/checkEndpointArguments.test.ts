import { describe, expect, test } from 'vitest';
import { parsePathTemplate } from '../../../../src/gateway/compile/document/checkEndpointArguments.ts';
import { query, testTable } from './support/table.ts';

const endpoint = (operation: string, more: string) =>
  `${operation} @endpoint(path: "/b", ${more}) { ${operation.startsWith('query') ? 'shelves { name }' : 'touch'} }`;

describe('an endpoint is refused, at the argument, for', () => {
  testTable([
    [
      'GET of a mutation',
      endpoint('mutation m', 'method: GET'),
      '1:42: GET requires a query, but m is a mutation. | Use POST, PUT, PATCH or DELETE, or make the operation a query.',
    ],
    ...['PUT', 'PATCH', 'DELETE'].map(
      (method) =>
        [
          `${method} of a query`,
          endpoint('query q', `method: ${method}`),
          `1:39: ${method} requires a mutation, but q is a query. | Use GET or POST, or make the operation a mutation.`,
        ] as const,
    ),
    [
      'a second root field of a mutation',
      'mutation m @endpoint(method: POST, path: "/b") { touch b: touch }',
      '1:56: The mutation m must have exactly one root field. | Make an endpoint for each root field.',
    ],
    ...[199, 400].map(
      (status) =>
        [
          `the status ${status}`,
          endpoint('query q', `method: GET, status: ${status}`),
          `1:52: The status ${status} is not a status of success. | Use a status from 200 to 299.`,
        ] as const,
    ),
    ...[205, 206, 300, 304].map(
      (status) =>
        [
          `the status ${status}`,
          endpoint('query q', `method: GET, status: ${status}`),
          `1:52: The status ${status} is not supported. | Use 200, 204 for a response without a body, or 301, 302, 303, 307 or 308 for a redirect.`,
        ] as const,
    ),
    ...[301, 302, 307, 308].map(
      (status) =>
        [
          `the status ${status} of a mutation`,
          endpoint('mutation m', `method: POST, status: ${status}`),
          `1:56: The status ${status} would make clients send a mutation again that has taken effect. | Use 303.`,
        ] as const,
    ),
    [
      'maxAge of a POST',
      endpoint('query q', 'method: POST, maxAge: 5'),
      '1:53: maxAge is not supported for POST, only for GET. | Remove it.',
    ],
    [
      'a negative maxAge',
      endpoint('query q', 'method: GET, maxAge: -1'),
      '1:52: maxAge must not be negative, but is -1. | Write the number of seconds.',
    ],
    ...['deprecated', 'sunset'].flatMap((argument) =>
      ['2027-02-30', '2027-2-3', 'soon', '2027-01-31T00:00:00Z'].map(
        (date) =>
          [
            `${argument}: "${date}"`,
            endpoint('query q', `method: GET, ${argument}: "${date}"`),
            `1:${46 + argument.length}: ${argument} must be a date, but is "${date}". | Write a date such as "2027-01-31".`,
          ] as const,
      ),
    ),
    [
      'an end before the deprecation',
      endpoint('query q', 'method: GET, sunset: "2027-01-31", deprecated: "2027-02-01"'),
      '1:52: sunset 2027-01-31 is before deprecated 2027-02-01. | Change one of the dates: an endpoint is deprecated first.',
    ],
    [
      'a path that is none',
      endpoint('query q', 'method: GET').replace('/b', 'b'),
      '1:25: The path "b" must begin with a slash, and not end with one. | Write a path such as "/users/{id}".',
    ],
  ]);
});

describe('an endpoint may', () => {
  testTable([
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

const literal = (text: string) => ({ names: [], texts: [text] });
const placeholder = (name: string, suffix = '') => ({ names: [name], texts: ['', suffix] });

const SEGMENT = 'Write a placeholder as "{id}", "{+path}" or "{id}.json", and text without special characters.';

describe('parsePathTemplate', () => {
  test.each([
    ['/', []],
    ['/users', [literal('users')]],
    ['/users/{id}/orders', [literal('users'), placeholder('id'), literal('orders')]],
    ['/users/{user_id}:archive', [literal('users'), placeholder('user_id', ':archive')]],
    ['/{id}x/v{id}', [placeholder('id', 'x'), { names: ['id'], texts: ['v', ''] }]],
    ['/{base}...{head}.json', [{ names: ['base', 'head'], texts: ['', '...', '.json'] }]],
    ['/contents/{+path}', [literal('contents'), { ...placeholder('path'), isRest: true }]],
    ['/a.b~c/@me/x:y', [literal('a.b~c'), literal('@me'), literal('x:y')]],
    ['/version/v1', [literal('version'), literal('v1')]],
    ['/v1beta', [literal('v1beta')]],
    ['/v0', [literal('v0')]],
  ])('%s is a path', (path, segments) => {
    expect(parsePathTemplate(path)).toEqual(segments);
  });

  test.each<[path: string, fault: string, hint: string]>([
    ...['users', '', '/users/', '//', 'v1/users/:id/'].map((path): [string, string, string] => [
      path,
      'must begin with a slash, and not end with one',
      'Write a path such as "/users/{id}".',
    ]),
    ...['/v1/users', '/v12'].map((path): [string, string, string] => [
      path,
      'must not begin with a version, which the folder adds',
      'Remove the version.',
    ]),
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
    ].map((segment): [string, string, string] => [
      `/x/${segment}/x`,
      `has the segment "${segment}", which is neither text nor a placeholder`,
      SEGMENT,
    ]),
    ...['{a}{b}', 'x{a}.{b}{c}', '{a}{+b}'].map((segment): [string, string, string] => [
      `/${segment}`,
      `has two placeholders without text between them in "${segment}"`,
      'Write text between them, as in "{base}...{head}".',
    ]),
    ...['/{+path}/x', '/{+path}.json', '/x{+path}', '/{a}.{+path}', '/{+path}/{+path}'].map(
      (path): [string, string, string] => [
        path,
        'has {+path}, which is not its last segment',
        'End the path with "/{+path}".',
      ],
    ),
  ])('%s is not a path', (path, fault, hint) => {
    expect(parsePathTemplate(path)).toEqual({ message: `The path "${path}" ${fault}.`, hint });
  });
});
