import { type GraphQLError, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { findVariableLocations, readResult } from '../../../../src/gateway/execute/remote/readResult.ts';

type UpstreamResponse = Parameters<typeof readResult>[0];

const response = (text: unknown, changes: Partial<UpstreamResponse> = {}): UpstreamResponse => ({
  status: 200,
  headers: {},
  text: typeof text === 'string' ? text : JSON.stringify(text),
  isWrite: false,
  variableLocations: new Set(['1:8']),
  ...changes,
});

describe('a result', () => {
  test.each<[object, object]>([
    [{ data: { a: 1 } }, { data: { a: 1 } }],
    [{ data: { a: 1 }, errors: [] }, { data: { a: 1 } }],
    [{ data: { a: 1 }, errors: null }, { data: { a: 1 } }],
  ])('%j is %j', (body, expected) => {
    expect(readResult(response(body))).toEqual(expected);
  });
  test('with errors has codes', () => {
    const { data, errors } = readResult(
      response({ data: { a: null }, errors: [{ message: 'gone', path: ['a'], extensions: { code: 'NOT_FOUND' } }] }),
    );
    expect(data).toEqual({ a: null });
    expect(errors).toMatchObject([{ message: 'gone', path: ['a'], extensions: { code: 'NOT_FOUND' } }]);
  });
  test('without data has none', () => {
    expect(readResult(response({ errors: [{ message: 'x', extensions: { code: 'CONFLICT' } }] })).data).toBeNull();
  });
});

describe('a response that is no result', () => {
  test.each<[unknown]>([
    ['<html>'],
    ['null'],
    ['[]'],
    [{}],
    [{ data: null }],
    [{ errors: [] }],
    [{ data: {}, errors: 'x' }],
  ])('%j is what its status says', (body) => {
    expect(() => readResult(response(body))).toThrow(expect.objectContaining({ code: 'BAD_GATEWAY' }));
    expect(() => readResult(response(body, { status: 502 }))).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
    expect(() => readResult(response(body, { status: 429 }))).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED' }),
    );
    expect(() => readResult(response(body, { status: 404 }))).toThrow(expect.objectContaining({ code: 'BAD_GATEWAY' }));
  });
  test.each([
    [200, 'OUTCOME_UNKNOWN'],
    [502, 'OUTCOME_UNKNOWN'],
    [503, 'UNAVAILABLE'],
    [401, 'UNAUTHENTICATED'],
  ])('to a mutation with %i is %s', (status, code) => {
    expect(() => readResult(response('', { status, isWrite: true }))).toThrow(expect.objectContaining({ code }));
  });
  test('has its status as the cause', () => {
    const cause = { message: 'The upstream responded with status 418.' };
    expect(() => readResult(response('', { status: 418 }))).toThrow(
      expect.objectContaining({ cause: expect.objectContaining(cause) }),
    );
  });
});

interface ErrorContext extends Partial<UpstreamResponse> {
  /** Whether the result has data, which is null. */
  wasExecuted?: boolean;
}

/** The error of a result that has no other. */
function read(raw: unknown, { wasExecuted = true, ...changes }: ErrorContext = {}): GraphQLError {
  const { errors } = readResult(response({ ...(wasExecuted && { data: null }), errors: [raw] }, changes));
  return errors![0]!;
}
const at = (column: number) => [{ line: 1, column }];

describe('an error of a result', () => {
  describe('a code of codes.ts', () => {
    test('is kept with everything around it', () => {
      const raw = { message: 'taken', path: ['a', 0], type: 'T', extensions: { code: 'CONFLICT', problems: [1] } };
      const error = read(raw, { headers: { 'retry-after': '9' } });
      expect(error).toMatchObject({ ...raw, originalError: { headers: { 'retry-after': '9' } } });
    });
    test('of a mutation is no doubt, but TIMEOUT is', () => {
      expect(read({ message: 'x', extensions: { code: 'UNAVAILABLE' } }, { isWrite: true }).extensions['code']).toBe(
        'UNAVAILABLE',
      );
      expect(() => read({ message: 'x', extensions: { code: 'TIMEOUT' } }, { isWrite: true })).toThrow('unknown');
      expect(read({ message: 'x', extensions: { code: 'TIMEOUT' } }).extensions['code']).toBe('TIMEOUT');
    });
  });

  describe('a code of a router', () => {
    test.each([
      ['SUBREQUEST_HTTP_ERROR', 'UNAVAILABLE', 'The upstream service is not available; try again shortly.'],
      ['GATEWAY_TIMEOUT', 'TIMEOUT', 'The request timed out; try again later.'],
      ['REQUEST_TIMEOUT', 'TIMEOUT', 'The request timed out; try again later.'],
    ])('%s is %s, without its message', (code, expected, message) => {
      const error = read({ message: 'host.internal', path: ['a'], extensions: { code } });
      expect(error).toMatchObject({ message, path: ['a'], extensions: { code: expected } });
      expect(error).toMatchObject({ cause: { message: 'host.internal' } });
      expect(() => read({ message: 'x', extensions: { code } }, { isWrite: true, status: 503 })).toThrow('unknown');
    });
  });

  describe('an error without a known code', () => {
    test.each([
      [200, undefined],
      [401, 'UNAUTHENTICATED'],
      [500, 'UNAVAILABLE'],
      [504, 'TIMEOUT'],
    ])('with the status %i has the code %s', (status, code) => {
      expect(read({ message: 'x' }, { status }).extensions['code']).toBe(code);
      expect(read({ message: 'x', extensions: { code: 'OWN' } }, { status }).extensions['code']).toBe(code ?? 'OWN');
    });
    test.each([
      [500, true],
      [502, true],
      [503, false],
      [504, true],
      [429, false],
    ])('of a mutation with %i leaves a doubt: %s', (status, isUncertain) => {
      const run = () => read({ message: 'x' }, { status, isWrite: true });
      if (isUncertain) expect(run).toThrow(expect.objectContaining({ code: 'OUTCOME_UNKNOWN' }));
      else expect(run).not.toThrow();
    });
  });

  describe('a request that was not valid', () => {
    test.each<[string, object, ErrorContext]>([
      ['by a message', { message: 'Variable "$a" got invalid value', locations: at(8) }, { wasExecuted: false }],
      ['by a location', { message: 'no', locations: at(8) }, { wasExecuted: false }],
      ['without a location', { message: 'no' }, { status: 400 }],
      ['by a code', { message: 'Variable "$a" x', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }, {}],
    ])('because of a variable %s is BAD_USER_INPUT', (_, raw, changes) => {
      expect(read(raw, changes).extensions['code']).toBe('BAD_USER_INPUT');
      expect(read(raw, changes).message).toBe((raw as { message: string }).message);
    });
    test.each<[string, object, ErrorContext]>([
      ['a code', { message: 'no', extensions: { code: 'GRAPHQL_PARSE_FAILED' } }, {}],
      ['a code of Apollo Router', { message: 'no', extensions: { code: 'PARSING_ERROR' } }, { status: 400 }],
    ])('because of the document, by %s, is BAD_GATEWAY', (_, raw, changes) => {
      const error = read(raw, changes);
      expect(error).toMatchObject({ extensions: { code: 'BAD_GATEWAY' }, cause: { message: 'no' } });
      expect(error.message).toBe('The upstream service returned an invalid response; it has been logged.');
    });
    test('because of the document, by a location, is BAD_GATEWAY without a code', () => {
      const error = read({ message: 'no', locations: at(9) }, { wasExecuted: false });
      expect(error).toMatchObject({ message: 'no', originalError: { code: 'BAD_GATEWAY' } });
      expect(error.extensions).toEqual({});
    });
    test('is not one that was executed, or failed', () => {
      expect(read({ message: 'no', locations: at(9) }).originalError).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
      const failed = { wasExecuted: false, status: 500 };
      expect(read({ message: 'no', locations: at(9) }, failed).extensions['code']).toBe('UNAVAILABLE');
    });
  });

  test.each([['CONFLICT'], ['SUBREQUEST_HTTP_ERROR'], ['GRAPHQL_PARSE_FAILED'], ['OWN']])(
    'of any number with the code %s has neither a stack nor headers of its own, and keeps its cause',
    (code) => {
      const { stackTraceLimit } = Error;
      const raw = ['a', 'b'].map((message) => ({ message, extensions: { code } }));
      const errors = readResult(response({ data: null, errors: raw })).errors!;
      expect(Error.stackTraceLimit).toBe(stackTraceLimit);
      expect(new Set(errors.map(({ originalError }) => originalError)).size).toBe(1);
      expect(errors.map(({ stack }) => stack?.split('\n').length)).toEqual([1, 1]);
      expect(errors.map(({ message, cause }) => (cause as Error | undefined)?.message ?? message)).toEqual(['a', 'b']);
    },
  );

  test('a property of errors is not overwritten', () => {
    expect(read({ message: 'x', name: 'Evil', stack: 'evil', toJSON: 'evil' }).name).toBe('GraphQLError');
  });
});

const locations = new Set(['1:8', '1:17']);

describe('an error about a variable', () => {
  test('variables are located where they are defined', () => {
    const document = parse('query ($a: Int, $b: Int) { x(a: $a) }\nfragment F on T { y }');
    expect(findVariableLocations(document)).toEqual(new Set(['1:8', '1:17']));
    expect(findVariableLocations(parse('{ x }'))).toEqual(new Set());
  });

  test.each<[object, boolean]>([
    [{ message: 'Variable "$a" got invalid value "x"; Int cannot represent it.' }, true],
    [{ message: "Variable '$a' is wrong" }, true],
    [{ message: 'Variable `$a` is wrong' }, true],
    [{ message: 'Variable $a is wrong' }, true],
    [{ message: 'The Variable "$a" is wrong' }, false],
    [{ message: 'Variable a is wrong' }, false],
    [{ message: 'Variable "$a" is never used in operation "q".' }, false],
    [{ message: 'Variable "$a" is not defined.' }, false],
    [{ message: 'Variable "$a" cannot be non-input type "T".' }, false],
    [{ message: 'Variable "$a" of type "Int" used in position expecting type "Int!".' }, false],
    [{ message: 'Variable "$a" expected value of type "Int!" which cannot be null.' }, false],
    [{ message: 'Validation error (x)', locations: [{ line: 1, column: 8 }] }, false],
    [{ message: 'must be positive', locations: [{ line: 1, column: 8 }] }, true],
    [
      {
        locations: [
          { line: 1, column: 8 },
          { line: 1, column: 17 },
        ],
      },
      true,
    ],
    [
      {
        locations: [
          { line: 1, column: 8 },
          { line: 1, column: 9 },
        ],
      },
      false,
    ],
    [{ locations: [] }, false],
    [{ locations: null, path: null }, false],
    [{ locations: [{ line: '1:8' }] }, false],
    [{ path: ['variable', 'a'] }, true],
    [{ path: ['user', 'variable'] }, false],
    [{ path: [] }, false],
  ])('%j: %s', (error, expected) => {
    const raw = { message: 'x', ...error, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
    const { extensions } = read(raw, { variableLocations: locations });
    expect(extensions['code']).toBe(expected ? 'BAD_USER_INPUT' : 'BAD_GATEWAY');
  });
});
