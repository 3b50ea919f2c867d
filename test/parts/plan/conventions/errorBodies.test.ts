import { describe, expect, test } from 'vitest';
import type { ErrorConventions } from '../../../../src/gateway/plan/conventions/Conventions.ts';
import { DEFAULT_CONVENTIONS } from '../../../../src/gateway/plan/conventions/defaultConventions.ts';
import type { Problem } from '../../../../src/gateway/base/errors/ServiceError.ts';
import { prepareErrorBody, prepareWireError } from '../../../../src/gateway/plan/conventions/errorBodies.ts';

const CODES: ErrorConventions['codes'] = {
  TAKEN: { status: 422, code: 'taken', field: 'email', message: 'has already been taken' },
  NOT_FOUND: { field: '{resource}', message: '{resource} not found', type: 'https://a.b/{code}' },
  ODD: { message: '{field? }is not even' },
  CONFLICT: 409,
  '*': { code: 'x-{code}' },
};
const wire = (code: string, problems: readonly Problem[] = [], message = 'wrong') =>
  prepareWireError({ ...DEFAULT_CONVENTIONS.errors, codes: CODES })({
    status: 404,
    code,
    message,
    requestId: 'id-1',
    resource: 'Book',
    problems,
  });

describe('prepareWireError', () => {
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
          isSentence: false,
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
      {
        field: 'mail',
        message: 'is bad',
        code: 'CONFLICT',
        type: 'about:blank',
        hasOwnCode: false,
        isSentence: false,
        source,
      },
      {
        field: 'email',
        message: 'has already been taken',
        code: 'taken',
        type: 'about:blank',
        hasOwnCode: true,
        isSentence: false,
        source: undefined,
      },
      {
        field: 'n',
        message: 'n is not even',
        code: 'ODD',
        type: 'about:blank',
        hasOwnCode: true,
        isSentence: true,
        source,
      },
    ]);
  });

  test('an error without a message has that of its code', () => {
    expect(wire('TAKEN', [], '').message).toBe('has already been taken');
  });

  test('the message of the problems stays that of the problems', () => {
    const problems = [
      { field: '', message: 'a', code: 'TAKEN' },
      { field: '', message: 'b', code: 'ODD' },
    ];
    expect(wire('TAKEN', problems, 'a; b').message).toBe('has already been taken; is not even');
    expect(wire('TAKEN', problems, 'other').message).toBe('has already been taken');
  });
});

const PROBLEMS: Problem[] = [
  { field: 'n', message: 'is odd', code: 'ODD' },
  { field: 'm', message: 'is late', source: { pointer: '/m' } },
  { field: 'n', message: 'is long', source: { parameter: 'n' } },
];
const toWire = prepareWireError(DEFAULT_CONVENTIONS.errors);
const render = (template: unknown, problems: readonly Problem[] = PROBLEMS) =>
  prepareErrorBody(template)(
    toWire({ status: 422, code: 'BAD', message: 'all wrong', requestId: 'id-1', resource: 'Book', problems }),
  );

describe('prepareErrorBody', () => {
  test.each<[unknown, unknown]>([
    ['{message}', 'all wrong'],
    ['{status}', 422],
    ['{status}!', '422!'],
    ['!{status}', '!422'],
    ['{code}/{code} {requestId}', 'BAD/BAD id-1'],
    ['{field}: {leaf}', 'n: n'],
    ['{pointer} {parameter} {header}', null],
    ['{title} {type} {resource}', 'Unprocessable Entity about:blank Book'],
    ['{status:string}', '422'],
    [
      { a: '{pointer?}', b: '{pointer}', c: '{header? }.' },
      { b: null, c: '.' },
    ],
    [{ a: { b: '{pointer?}' } }, {}],
    [[7], [7]],
    [null, null],
    [7, 7],
    [true, true],
    [
      { error: '{message}', of: { id: '{requestId}' }, v: 1 },
      { error: 'all wrong', of: { id: 'id-1' }, v: 1 },
    ],
    [['{message}'], ['is odd', 'is late', 'is long']],
    [
      [{ f: '{field}', c: '{code}' }],
      [
        { f: 'n', c: 'ODD' },
        { f: 'm', c: 'BAD' },
        { f: 'n', c: 'BAD' },
      ],
    ],
    [
      ['{message}', '{message}'],
      ['all wrong', 'all wrong'],
    ],
    [[], []],
    [{ '{field}': ['{message}'] }, { n: ['is odd', 'is long'], m: ['is late'] }],
    [{ '{field}': '{message}' }, { n: 'is odd', m: 'is late' }],
    [
      { '{field}.{field}': '{field}', all: ['{field}'] },
      { 'n.n': 'n', 'm.m': 'm', all: ['n', 'm', 'n'] },
    ],
    [[{ '{field}': ['{message}'] }], [{ n: ['is odd', 'is long'], m: ['is late'] }]],
    [{ '{leaf}': '{field}' }, { n: 'n', m: 'm' }],
    [
      { details: [{ code: '{code}', violations: ['{field}'] }] },
      { details: [{ code: 'BAD', violations: ['n', 'm', 'n'] }] },
    ],
    [[{ pointer: '{pointer?}', parameter: '{parameter?}' }, 1], [1]],
    [[{ pointer: '{pointer?}', parameter: '{parameter?}' }], [{ pointer: '/m' }, { parameter: 'n' }]],
    [
      { 'errors?': ['{message}'], 'n?': 1 },
      { errors: ['is odd', 'is late', 'is long'], n: 1 },
    ],
    [{ '{field}?': ['{code}'] }, { n: ['ODD', 'BAD'], m: ['BAD'] }],
  ])('%j is %j', (template, expected) => {
    expect(render(template)).toEqual(expected);
  });

  test('an error without problems is its own one problem', () => {
    expect(render([{ on: '{field}', text: '{message}', code: '{code}' }], [])).toEqual([
      { on: 'base', text: 'all wrong', code: 'BAD' },
    ]);
    expect(render({ '{field}': ['{message}'] }, [])).toEqual({ base: ['all wrong'] });
  });

  test('the problem of an input as a whole has the field base', () => {
    expect(render(['{field}: {message}'], [{ field: '', message: 'is empty' }])).toEqual(['base: is empty']);
  });

  test('a key that ends in ? needs problems', () => {
    expect(render({ message: '{message}', 'errors?': ['{message}'], '{field}?': 1 }, [])).toEqual({
      message: 'all wrong',
    });
    expect(render({ 'errors?': ['{message}'] }, [])).toEqual({});
  });

  test('an optional field is left out of the problem of an input as a whole', () => {
    const problems = [{ field: '', message: 'is empty' }];
    expect(render(['{field? }{message}'], problems)).toEqual(['is empty']);
    expect(render([{ field: '{field?}', leaf: '{leaf?}', text: '{message}' }], problems)).toEqual([
      { text: 'is empty' },
    ]);
  });

  test.each([
    ['items.0.quantity', 'quantity'],
    ['ids.3', 'ids'],
    ['0', '0'],
  ])('the leaf of %s is %s', (field, leaf) => {
    expect(render('{leaf}', [{ field, message: 'x' }])).toBe(leaf);
  });

  test('fields have any name', () => {
    const rendered = render({ '{field}': '{message}' }, [{ field: '__proto__', message: 'x' }]);
    expect(JSON.stringify(rendered)).toBe('{"__proto__":"x"}');
  });
});
