import { describe, expect, test } from 'vitest';
import { parsePathTemplate } from '../../../src/gateway/compile/document/checkEndpointArguments.ts';

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
