import { describe, expect, test } from 'vitest';
import { type ResultPlan, endOf, errorStatuses, responsePath } from '../../../../src/gateway/plan/ResultPlan.ts';
import type { ObjectShape, Shape } from '../../../../src/gateway/plan/Shape.ts';

const leaf: Shape = { kind: 'leaf', type: 'ID', nullable: false };
const object: ObjectShape = {
  kind: 'object',
  type: 'Query',
  properties: [{ field: 'id', key: 'it', shape: leaf, required: true }],
  nullable: false,
};
const result = (more: Partial<ResultPlan>): ResultPlan => ({
  dataPath: ['it'],
  errorsAt: [null],
  body: object,
  canBeMissing: false,
  ...more,
});

describe('ResultPlan', () => {
  test('the end of the data path is the body, or what its wrapper has', () => {
    expect(endOf(result({}))).toBe(object);
    expect(endOf(result({ wrapper: 'it' }))).toBe(leaf);
    expect(endOf(result({ body: leaf }))).toBe(leaf);
  });

  test('the statuses are those of all errors as data', () => {
    expect(errorStatuses(result({}))).toEqual([]);
    const errorsAt = [null, { fields: [{ key: 'a', status: 400 }], types: [{ names: ['B'], status: 409 }] }];
    const rootErrors = { fields: [{ key: 'c', status: 410 }], types: [] };
    expect(errorStatuses(result({ errorsAt }))).toEqual([400, 409]);
    expect(errorStatuses(result({ rootErrors }))).toEqual([410]);
  });
});

describe('responsePath', () => {
  test.each([
    [[], ''],
    [['user'], '/user'],
    [['user', 'author'], '/user/author'],
  ])('the path of %j is %j', (keys, path) => {
    expect(responsePath(keys)).toBe(path);
  });
});
