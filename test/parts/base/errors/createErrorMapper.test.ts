import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';
import { type MappedError, createErrorMapper } from '../../../../src/gateway/base/errors/createErrorMapper.ts';

const thrown = new Error('closed');

test.each([undefined, null])('a function that returns %s leaves the error to the engine', (mapped) => {
  expect(createErrorMapper(() => mapped)(thrown)).toBeUndefined();
});

test.each<[MappedError, object]>([
  [{ status: 404 }, { status: 404, code: 'NOT_FOUND', message: 'Not Found' }],
  [{ status: 400 }, { status: 400, code: 'BAD_REQUEST', message: 'Bad Request' }],
  [{ status: 402 }, { status: 402, code: 'PAYMENT_REQUIRED', message: 'Payment Required' }],
  [{ status: 418 }, { status: 418, code: 'IM_A_TEAPOT', message: "I'm a Teapot" }],
  [{ status: 499 }, { status: 499, code: 'ERROR', message: 'Error' }],
  [
    { status: 599, code: 'ODD', message: 'Odd.' },
    { status: 599, code: 'ODD', message: 'Odd.' },
  ],
])('%j has the defaults of its status', (mapped, expected) => {
  const error = createErrorMapper(() => mapped)(thrown);
  expect(error).toMatchObject({ ...expected, hasOwnStatus: true, cause: thrown });
});

test('an error of Portico is not mapped', () => {
  expect(createErrorMapper(() => ({ status: 400 }))(new ServiceError('TIMEOUT', 'Too late.'))).toBeUndefined();
});

test('an asynchronous function is a TypeError', () => {
  const map = createErrorMapper((async () => ({ status: 400 })) as unknown as () => MappedError);
  expect(() => map(thrown)).toThrow(new TypeError('mapError must not be asynchronous.'));
});

describe('what is not valid is a TypeError', () => {
  test.each([200, 399, 600, 404.5, '404', undefined])('the status %s', (status) => {
    const message = `mapError must return a status from 400 to 599, not ${String(status)}.`;
    expect(() => createErrorMapper(() => ({ status }) as MappedError)(thrown)).toThrow(new TypeError(message));
  });

  test.each([{ code: {} }, { code: '' }, { code: 'a b' }, { message: {} }, { message: '' }])('%j', (wrong) => {
    const map = createErrorMapper(() => ({ status: 400, ...wrong }) as unknown as MappedError);
    expect(() => map(thrown)).toThrow('mapError must return a code such as NOT_FOUND');
  });
});
