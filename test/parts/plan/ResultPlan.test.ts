import { describe, expect, test } from 'vitest';
import { type ResultPlan, endOf, listErrors, responsePath } from '../../../src/gateway/plan/ResultPlan.ts';
import type { ObjectShape, Shape } from '../../../src/gateway/plan/Shape.ts';

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

  test('all errors as data are listed, with their statuses', () => {
    expect(listErrors(result({}))).toEqual([]);
    const errorsAt = [null, { fields: [{ key: 'a', status: 400 }], types: [{ names: ['B'], status: 409 }] }];
    const rootErrors = { fields: [{ key: 'c', status: 410 }], types: [] };
    expect(listErrors(result({ errorsAt })).map(({ status }) => status)).toEqual([400, 409]);
    expect(listErrors(result({ rootErrors })).map(({ status }) => status)).toEqual([410]);
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
