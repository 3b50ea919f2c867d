import { expect, test } from 'vitest';
import type { LocationPart } from '../../../../src/gateway/plan/ResultPlan.ts';
import type { Variables } from '../../../../src/gateway/plan/values/coercion.ts';
import { prepareLocation } from '../../../../src/gateway/handle/render/prepareSuccess.ts';
import { parameter } from '../read/support/coercion.ts';
import { endpointOf, versionOf } from '../support/plans.ts';

const version = versionOf({ enums: { Genre: { FACT: 'fact' } } });
const parameters = [
  parameter('genre', 'Genre!', { variable: 'queried' }),
  parameter('shelf', 'String!', { source: 'path' }),
  parameter('genre', 'Genre!', { source: 'path', variable: 'kind' }),
];

test.each<[LocationPart[], Variables, unknown, string | undefined]>([
  [['/books'], {}, null, '/books'],
  [['/books/', { property: ['id'] }], {}, { id: 99 }, '/books/99'],
  [['/books/', { property: ['of', 'id'] }, '/x'], {}, { of: { id: 'a/b' } }, '/books/a%2Fb/x'],
  [['/', { parameter: 'genre' }], { kind: 'FACT', queried: 'FICTION' }, {}, '/fact'],
  [['/', { property: ['id'] }], {}, { id: false }, '/false'],
  [['/', { property: ['id'] }], {}, { id: 0 }, '/0'],
  [['/', { property: ['id'] }], {}, { id: '\ud800' }, '/%EF%BF%BD'],
  [['/', { property: ['id'] }], {}, { id: null }, undefined],
  [['/', { property: ['id'] }], {}, {}, undefined],
  [['/', { property: ['of', 'id'] }], {}, { of: null }, undefined],
  [['/', { property: ['of', 'id'] }], {}, null, undefined],
  [['/', { property: ['id'] }], {}, { id: { a: 1 } }, undefined],
  [['/', { property: ['id'] }, '/x'], {}, { id: [1] }, undefined],
])('of %j with %j and the body %j is %s', (location, variables, body, path) => {
  expect(prepareLocation(endpointOf({ parameters, location }), version)!(variables, body)).toBe(path);
});

test('an endpoint without a location has none', () => {
  expect(prepareLocation(endpointOf(), version)).toBeUndefined();
});
