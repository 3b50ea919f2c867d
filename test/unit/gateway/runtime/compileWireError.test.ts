import { expect, test } from 'vitest';
import type { ErrorConventions } from '../../../../src/gateway/conventions/Conventions.ts';
import { compileWireError } from '../../../../src/gateway/runtime/compileWireError.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/conventions/defaultConventions.ts';
import type { Problem } from '../../../../src/gateway/errors/ServiceError.ts';

const CODES: ErrorConventions['codes'] = {
  TAKEN: { status: 422, code: 'taken', field: 'email', message: 'has already been taken' },
  NOT_FOUND: { field: '{resource}', message: '{resource} not found', type: 'https://a.b/{code}' },
  ODD: { message: '{field? }is not even' },
  CONFLICT: 409,
  '*': { code: 'x-{code}' },
};
const wire = (code: string, problems: readonly Problem[] = [], message = 'wrong') =>
  compileWireError({ ...DEFAULT_CONVENTIONS.errors, codes: CODES })({
    status: 404,
    code,
    message,
    requestId: 'id-1',
    resource: 'Book',
    problems,
  });

test('an error has the texts of its code, and is a problem of the field of the code', () => {
  expect(wire('TAKEN')).toEqual({
    status: 404,
    title: 'Not Found',
    type: 'about:blank',
    code: 'taken',
    message: 'has already been taken',
    requestId: 'id-1',
    resource: 'Book',
    problems: [
      {
        field: 'email',
        message: 'has already been taken',
        code: 'taken',
        type: 'about:blank',
        hasOwnCode: false,
        source: undefined,
      },
    ],
  });
  expect(wire('NOT_FOUND')).toMatchObject({
    type: 'https://a.b/NOT_FOUND',
    message: 'Book not found',
    problems: [{ field: 'Book' }],
  });
});

test.each([
  ['CONFLICT', 'CONFLICT'],
  ['OTHER', 'x-OTHER'],
  ['TAKEN', 'taken'],
])('the code %s is %s', (code, expected) => {
  expect(wire(code).code).toBe(expected);
});

test('problems keep their field and message, unless they have an own code', () => {
  const source = { pointer: '/mail' };
  const { message, problems } = wire('CONFLICT', [
    { field: 'mail', message: 'is bad', source },
    { field: 'mail', message: 'is bad', code: 'TAKEN', source },
    { field: 'n', message: 'is bad', code: 'ODD', source },
  ]);
  expect(message).toBe('wrong');
  expect(problems).toEqual([
    { field: 'mail', message: 'is bad', code: 'CONFLICT', type: 'about:blank', hasOwnCode: false, source },
    {
      field: 'email',
      message: 'has already been taken',
      code: 'taken',
      type: 'about:blank',
      hasOwnCode: true,
      source: undefined,
    },
    { field: 'n', message: 'n is not even', code: 'ODD', type: 'about:blank', hasOwnCode: true, source },
  ]);
});

test('the message of the problems stays that of the problems', () => {
  const problems = [
    { field: '', message: 'a', code: 'TAKEN' },
    { field: '', message: 'b', code: 'ODD' },
  ];
  expect(wire('TAKEN', problems, 'a; b').message).toBe('has already been taken; is not even');
  expect(wire('TAKEN', problems, 'other').message).toBe('has already been taken');
});
