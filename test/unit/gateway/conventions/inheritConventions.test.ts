import { expect, test } from 'vitest';
import type { ConventionsInput } from '../../../../src/gateway/conventions/conventionsSchema.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';
import { inheritConventions } from '../../../../src/gateway/conventions/inheritConventions.ts';

test('a file that is empty changes nothing', () => {
  expect(inheritConventions(DEFAULT_CONVENTIONS, {})).toEqual(DEFAULT_CONVENTIONS);
});

test.each<[ConventionsInput, object]>([
  [{ case: 'snake_case' }, { case: 'snake_case' }],
  [{ enums: { A: 'lowercase' } }, { enums: { '*': 'schema', A: 'lowercase' } }],
  [{ scalars: { A: { type: 'any' } } }, { scalars: { ...DEFAULT_CONVENTIONS.scalars, A: { type: 'any' } } }],
  [
    { page: { max: 5, parameters: { limit: 'size' } } },
    {
      page: {
        ...DEFAULT_CONVENTIONS.page,
        max: 5,
        parameters: { ...DEFAULT_CONVENTIONS.page.parameters, limit: 'size' },
      },
    },
  ],
  [{ page: { envelope: null } }, { page: { ...DEFAULT_CONVENTIONS.page, envelope: null } }],
  [{ connection: { nodes: 'items' } }, { connection: { ...DEFAULT_CONVENTIONS.connection, nodes: 'items' } }],
  [{ expand: 'with' }, { expand: 'with' }],
  [{ errors: { invalid: 422 } }, { errors: { ...DEFAULT_CONVENTIONS.errors, invalid: 422 } }],
  [{ errors: { codes: { LATE: 409 } } }, { errors: { ...DEFAULT_CONVENTIONS.errors, codes: { LATE: 409 } } }],
  [{ auth: { scheme: 'Token' } }, { auth: { scheme: 'Token', default: 'REQUIRED' } }],
  [{ urls: 'absolute' }, { urls: 'absolute' }],
  [{ rateLimit: { search: '5/60' } }, { rateLimit: { search: '5/60' } }],
])('%j overrides what it names, and nothing else', (own, changed) => {
  expect(inheritConventions(DEFAULT_CONVENTIONS, own)).toEqual({ ...DEFAULT_CONVENTIONS, ...changed });
});

test('limits add up over versions', () => {
  const v1 = inheritConventions(DEFAULT_CONVENTIONS, { rateLimit: { search: '5/60', login: '3/60' } });
  expect(inheritConventions(v1, { rateLimit: { search: '9/60' } }).rateLimit).toEqual({
    search: '9/60',
    login: '3/60',
  });
});

test('codes of errors add up over versions', () => {
  const v1 = inheritConventions(DEFAULT_CONVENTIONS, { errors: { codes: { LATE: 409, EARLY: 425 } } });
  expect(inheritConventions(v1, { errors: { codes: { LATE: 410 } } }).errors.codes).toEqual({ LATE: 410, EARLY: 425 });
});
