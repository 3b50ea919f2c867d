import { expect, test } from 'vitest';
import type { Presence } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import { describeSecurity } from '../../../../src/gateway/describe/openapi/securitySchemes.ts';
import { versionPlan } from '../support/plans.ts';

const versionOf = (number: number, scheme: string) =>
  versionPlan({ number, conventions: { ...DEFAULT_CONVENTIONS, auth: { ...DEFAULT_CONVENTIONS.auth, scheme } } });

test.each<[schemes: string[], names: object, description: string]>([
  [['Bearer'], { bearer: { scheme: 'bearer', bearerFormat: 'JWT' } }, '`Authorization: Bearer <token>`'],
  [['Bearer', 'Bearer'], { bearer: { scheme: 'bearer' } }, '`Authorization: Bearer <token>`'],
  [['Token'], { bearer: { scheme: 'Token' } }, '`Authorization: Token <token>`'],
  [
    ['Bearer', 'Token', 'Token'],
    { bearer: { scheme: 'bearer' }, bearerV2: { scheme: 'Token' } },
    '`Authorization: Bearer <token>`, or `Authorization: Token <token>` in version 2 and 3',
  ],
])('describes the schemes %j', (schemes, names, description) => {
  const security = describeSecurity(schemes.map((scheme, index) => versionOf(index + 1, scheme)));
  expect(security.schemes).toMatchObject(names);
  expect(Object.keys(security.schemes)).toEqual(Object.keys(names));
  expect(security.description).toBe(description);
});

const BEARER = { bearer: [] };
const TOKEN = { bearerV2: [] };

test.each<[endpoints: [version: number, auth: Presence][], security: object[]]>([
  [[[1, 'REQUIRED']], [BEARER]],
  [[[2, 'REQUIRED']], [TOKEN]],
  [
    [
      [1, 'REQUIRED'],
      [2, 'REQUIRED'],
    ],
    [BEARER, TOKEN],
  ],
  [[[1, 'OPTIONAL']], [{}, BEARER]],
  [[[1, 'NONE']], []],
  [
    [
      [1, 'NONE'],
      [2, 'NONE'],
    ],
    [],
  ],
  [
    [
      [1, 'NONE'],
      [2, 'REQUIRED'],
    ],
    [{}, TOKEN],
  ],
  [
    [
      [1, 'REQUIRED'],
      [2, 'OPTIONAL'],
    ],
    [{}, BEARER, TOKEN],
  ],
])('the security of an operation of the versions %j is %j', (endpoints, expected) => {
  const { securityOf } = describeSecurity([versionOf(1, 'Bearer'), versionOf(2, 'Token')]);
  expect(securityOf(endpoints.map(([version, auth]) => ({ version, auth })))).toEqual(expected);
});
