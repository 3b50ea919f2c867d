// What `errors.codes` says of invalid input, by the keyword of JSON Schema that it violates, and codes that are no texts.
import { describe, expect, test } from 'vitest';
import { toyEngine } from './support/toy.ts';

const BODY = { error: '{message}', code: '{code}', 'all?': [{ name: '{field?}', code: '{code}', text: '{message}' }] };
const DOCUMENT = `query get($number: Int! @param(min: 1), $text: String @param(maxLength: 3), $genre: Genre)
  @endpoint(method: GET, path: "/echo") { echo(number: $number, text: $text, genre: $genre) { json } }`;
const engine = (codes: object, more: object = {}) =>
  toyEngine({
    'conventions.json': JSON.stringify({ errors: { body: BODY, codes, ...more } }),
    'v1/get.graphql': DOCUMENT,
    'v1/find.graphql':
      'query find($id: SafeInt!) @endpoint(method: GET, path: "/books/{id}") { book(id: $id) { title } }',
  });
const send = async (codes: object, target: string, { more = {}, headers = {} } = {}) => {
  const { status, body } = await engine(codes, more).send(`GET /v1${target}`, { headers });
  return { status, body: JSON.parse(String(body)) as unknown };
};

const REQUIRED = { 'BAD_USER_INPUT.required': { status: 422, code: 20001, message: 'is missing' } };

describe('a keyword', () => {
  test('may have only a status, and the code is that of all invalid input', async () => {
    const codes = { 'BAD_USER_INPUT.minimum': 409, BAD_USER_INPUT: { status: 422, code: 'invalid' } };
    expect(await send(codes, '/echo?number=0')).toEqual({
      status: 409,
      body: {
        error: 'number must be an integer between 1 and 2147483647',
        code: 'invalid',
        all: [{ name: 'number', code: 'invalid', text: 'must be an integer between 1 and 2147483647' }],
      },
    });
    expect((await send(codes, '/echo?number=x')).status).toBe(422);
    expect(
      (await send({ 'BAD_USER_INPUT.minimum': { code: 'low' } }, '/echo?number=0', { more: { invalid: 422 } })).status,
    ).toBe(422);
  });
  test('of the first of several problems decides, and each has its own code and message', async () => {
    const codes = { ...REQUIRED, 'BAD_USER_INPUT.maxLength': { status: 413, code: true, type: 'https://a.b/{code}' } };
    const text = 'must have at most 3 characters';
    expect(await send(codes, '/echo?text=abcd')).toEqual({
      status: 422,
      body: {
        error: `number is missing; text ${text}`,
        code: 20001,
        all: [
          { name: 'number', code: 20001, text: 'is missing' },
          { name: 'text', code: true, text },
        ],
      },
    });
    expect(await send(codes, '/echo?number=x&text=abcd')).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', all: [{ code: 'BAD_USER_INPUT' }, { code: true }] },
    });
  });
  test('leaves the message of all invalid input, and takes that of its keyword', async () => {
    const codes = { ...REQUIRED, BAD_USER_INPUT: { message: 'Validation failed' } };
    expect(await send(codes, '/echo')).toMatchObject({
      body: { error: 'Validation failed', all: [{ text: 'is missing' }] },
    });
    const messages = { required: "can't be blank" };
    const own = { 'BAD_USER_INPUT.required': { message: '{message}!' } };
    expect(await send(own, '/echo', { more: { messages } })).toMatchObject({
      body: { error: "number can't be blank!" },
    });
  });
});

describe('a code that is no text', () => {
  test.each([20404, -0.5, 0, true, false])('is sent as it is: %j', async (code) => {
    const { body } = await send({ NOT_FOUND: { code } }, '/books/999999');
    expect(body).toMatchObject({ code });
    const problem = await send({ NOT_FOUND: { code } }, '/books/999999', {
      headers: { accept: 'application/problem+json' },
    });
    expect(problem.body).toMatchObject({ code: String(code) });
  });
  test('is a text within one, and by {code:string}', async () => {
    const more = { body: { error: '{code}: {message}', code: '{code:string}' } };
    expect((await send({ NOT_FOUND: { code: 20404, message: 'gone' } }, '/books/999999', { more })).body).toEqual({
      error: '20404: gone',
      code: '20404',
    });
  });
});
