// What `errors.messages` say of invalid input: their placeholders, and where the name of the input is.
import { describe, expect, test } from 'vitest';
import { toyEngine } from './support/toy.ts';

const BODY = { error: '{message}', 'all?': [{ name: '{field?}', text: '{message}' }] };
const engine = (messages: object, errors: object = {}) =>
  toyEngine({
    'conventions.json': JSON.stringify({ errors: { body: BODY, messages, ...errors } }),
    'v1/get.graphql': `query get($number: Int @param(min: 1, max: 9), $ratio: Float @param(min: 0.5), $isbn: Isbn,
      $text: String @param(minLength: 2, maxLength: 3), $genre: Genre, $ids: [ID!] @param(minItems: 2, maxItems: 3), $flag: Boolean)
      @endpoint(method: GET, path: "/echo") {
        echo(number: $number, ratio: $ratio, isbn: $isbn, text: $text, genre: $genre, ids: $ids, flag: $flag) { json }
      }`,
    'v1/books.graphql':
      'query books @endpoint(method: GET, path: "/books") { books @paginate(max: 9) { nodes { id } } }',
    'v1/fill.graphql': `mutation fill($genre: Genre! @param(name: "book.genre"))
      @endpoint(method: POST, path: "/echo", status: 200) { fill(filter: { genre: $genre }) { json } }`,
  });

type Sent = { errors?: object; headers?: Record<string, string>; body?: unknown };

async function send(line: string, messages: object, { errors, ...request }: Sent = {}) {
  const { status, body } = await engine(messages, errors).send(line, request);
  return { status, body: JSON.parse(String(body)) as unknown };
}

const errorOf = async (...parameters: Parameters<typeof send>) =>
  ((await send(...parameters)).body as { error: string }).error;

describe('the name of the input', () => {
  test.each([
    ['precedes a message without placeholders', 'is too low', 'number is too low'],
    ['is where its placeholder is', 'Please correct {field}.', 'Please correct number.'],
    ['is not there where a message has only other placeholders', 'At least {minimum}, please.', 'At least 1, please.'],
    ['precedes a message with literal braces', 'is not {{1}}', 'number is not {1}'],
    ['may be that of Portico within', '{leaf}: {message}', 'number: must be an integer between 1 and 9'],
  ])('%s', async (_, minimum, error) => {
    expect(await send('GET /v1/echo?number=0', { minimum })).toEqual({
      status: 400,
      body: { error, all: [{ name: 'number', text: error.replace(/^number (?=is)/, '') }] },
    });
  });

  test('is in each message of several, and in a problem document', async () => {
    const messages = { minimum: '{field} is below {minimum}', maxLength: 'is long', enum: 'Choose {enum} as {field}' };
    const line = 'GET /v1/echo?number=0&text=long&genre=odd&flag=no';
    const error = 'number is below 1; text is long; Choose "FICTION", "FACT" as genre; flag must be true or false';
    expect(await errorOf(line, messages)).toBe(error);
    const headers = { accept: 'application/problem+json' };
    expect(await send(line, messages, { headers })).toMatchObject({
      body: {
        detail: error,
        errors: [
          { field: 'number', message: 'number is below 1' },
          { field: 'text', message: 'is long' },
          { field: 'genre', message: 'Choose "FICTION", "FACT" as genre' },
          { field: 'flag', message: 'must be true or false' },
        ],
      },
    });
  });

  test('is its place in the body, and its last name', async () => {
    const messages = { enum: '{leaf} ({pointer}) is odd' };
    const body = { book: { genre: 'odd' } };
    expect(await errorOf('POST /v1/echo', messages, { body })).toBe('genre (/book/genre) is odd');
  });
});

describe('a placeholder', () => {
  test.each<[string, object, string]>([
    ['number=x', { type: '{field} from {minimum} to {maximum}' }, 'number from 1 to 9'],
    ['number=10', { maximum: '{field} <= {maximum}' }, 'number <= 9'],
    ['ratio=0', { minimum: '{field} >= {minimum}' }, 'ratio >= 0.5'],
    ['text=a', { minLength: '{field}: {minLength} to {maxLength}' }, 'text: 2 to 3'],
    ['text=long', { maxLength: '{field}: {minLength} to {maxLength}' }, 'text: 2 to 3'],
    ['ids=1', { minItems: '{field}: {minItems} to {maxItems}' }, 'ids: 2 to 3'],
    ['ids=1,2,3,4', { maxItems: '{field}: {minItems} to {maxItems}' }, 'ids: 2 to 3'],
    ['genre=odd', { enum: '{parameter}: {enum}' }, 'genre: "FICTION", "FACT"'],
    ['nope=1', { additionalProperties: 'What is {field}?' }, 'What is nope?'],
  ])('of ?%s has the bounds of the input: %j', async (query, messages, error) => {
    expect(await errorOf(`GET /v1/echo?${query}`, messages)).toBe(error);
  });

  test.each<[string, object, string]>([
    ['limit=0', { minimum: '{field}: {minimum} to {maximum}' }, 'limit: 1 to 9'],
    ['limit=10', { maximum: '{field}: {minimum} to {maximum}' }, 'limit: 1 to 9'],
    ['limit=9&page=238609296', { maximum: '{field}: {minimum} to {maximum}' }, 'page: 1 to 238609295'],
  ])('of ?%s has the bounds of the page: %j', async (query, messages, error) => {
    expect(await errorOf(`GET /v1/books?${query}`, messages)).toBe(error);
  });

  test('without a value leaves the message of Portico, unless it is optional', async () => {
    expect(await errorOf('GET /v1/echo?ratio=x', { type: 'At most {maximum}' })).toBe(
      'ratio must be a number of at least 0.5',
    );
    expect(await errorOf('GET /v1/echo?ratio=x', { type: 'At most {maximum?}' })).toBe('At most ');
  });

  test('is any of the error', async () => {
    const messages = { minimum: '{status} {title}, {code}: {parameter}{header?}' };
    const errors = { invalid: 422, codes: { BAD_USER_INPUT: { code: 7 } } };
    expect(await errorOf('GET /v1/echo?number=0', messages, { errors })).toBe(
      '422 Unprocessable Entity, BAD_USER_INPUT: number',
    );
  });
});

describe('a message of `errors.codes`', () => {
  test.each([
    ['says the name itself', 'No {field}', 'is low', 'No number'],
    ['follows the name', '{code}', 'is low', 'number BAD_USER_INPUT'],
    ['contains a message that follows the name', '{message}!', 'is low', 'number is low!'],
    ['contains a message that has placeholders', '{message}!', '{minimum} is the minimum', '1 is the minimum!'],
    ['stands in place of a message that has placeholders', 'is wrong', 'The {field}', 'number is wrong'],
  ])('%s', async (_, message, minimum, error) => {
    const errors = { codes: { 'BAD_USER_INPUT.minimum': { message } } };
    expect(await errorOf('GET /v1/echo?number=0', { minimum }, { errors })).toBe(error);
  });

  test('of all invalid input is the message of the error', async () => {
    const errors = { codes: { BAD_USER_INPUT: { message: 'Invalid: {field}' } } };
    expect(await send('GET /v1/echo?number=0', { minimum: 'Not {minimum}' }, { errors })).toMatchObject({
      body: { error: 'Invalid: number', all: [{ text: 'Not 1' }] },
    });
  });
});

test.each<[object, string]>([
  [{ minimum: 'at least {min}' }, '"errors.messages.minimum" has no placeholder {min}; it has {status}'],
  [{ required: '{minimum}' }, '"errors.messages.required" has no placeholder {minimum}'],
  [{ minLength: '{data.name}' }, '"errors.messages.minLength" has no placeholder {data.name}'],
])('a placeholder without a meaning is refused: %j', (messages, problem) => {
  expect(() => engine(messages)).toThrow(problem);
});

type Responses = Record<string, { content: Record<string, object> }>;

test('OpenAPI has the messages in the examples of invalid input', () => {
  const document = engine(
    { maximum: '{field} <= {maximum}', required: 'Missing {field}' },
    { invalid: 422, codes: { 'BAD_USER_INPUT.required': { status: 409 } } },
  ).openApi.get('/v1/openapi.json') as never as {
    paths: Record<string, Record<string, { responses: Responses }>>;
    components: { responses: Responses };
  };
  const example = (error: string) => ({ example: { error, all: [{ name: 'limit', text: error }] } });
  expect(document.components.responses['BadUserInput']!.content['application/json']).toMatchObject(
    example('limit <= 100'),
  );
  const { responses } = document.paths['/echo']!['get']!;
  expect(responses['409']!.content['application/json']).toMatchObject(example('Missing limit'));
});
