import { expect, test } from 'vitest';
import { DEFAULT_CONVENTIONS } from '../../../../../src/gateway/conventions/defaultConventions.ts';
import { sharedSchemas } from '../../../../../src/gateway/describe/openapi/sharedSchemas.ts';
import { versionPlan } from '../support/plans.ts';

const versionOf = (body: unknown) =>
  versionPlan({ conventions: { ...DEFAULT_CONVENTIONS, errors: { ...DEFAULT_CONVENTIONS.errors, body } } });

test('versions with the same errors share their schema', () => {
  const { Error } = sharedSchemas([versionOf({ error: '{message}' }), versionOf({ error: '{message}' })]);
  expect(Error).toMatchObject({ type: 'object', required: ['error'] });
});

test('versions with different errors have a variant each', () => {
  const { Error } = sharedSchemas([versionOf({ error: '{message}' }), versionOf({ message: '{message}' })]);
  expect(Error).toMatchObject({ anyOf: [{ required: ['error'] }, { required: ['message'] }] });
});
