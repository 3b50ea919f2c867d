import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BaseUrl } from '../../../../src/cli/replay/BaseUrl.ts';
import { type Outcome, compareOutcomes, parsePlace } from '../../../../src/cli/replay/compareResponses.ts';

const OLD = new BaseUrl('--against', 'https://old.example.com/api/v3/');
const NEW = new BaseUrl('--to', 'http://127.0.0.1:4000');

function outcome(
  base: BaseUrl,
  headers: Record<string, string | undefined>,
  body: string | Buffer,
  status = 200,
): Outcome {
  return { base, url: base.origin + base.join('/users/1'), status, headers, body: Buffer.from(body) };
}

/** The differences of two bodies, `place: old → new`. */
function compareBodies(
  old: string | Buffer,
  current: string | Buffer,
  type = 'application/json',
  ignore: string[] = [],
) {
  const headers = { 'content-type': type };
  return compareOutcomes(outcome(OLD, headers, old), outcome(NEW, headers, current), ignore.map(parsePlace)).map(
    (difference) => `${difference.place}: ${difference.old} → ${difference.current}`,
  );
}

describe('bodies of JSON', () => {
  test.each([
    ['the order of properties', '{"a":1,"b":{"c":2,"d":3}}', '{ "b": {"d": 3, "c": 2},\n "a": 1 }'],
    ['the notation of numbers', '[1,1.0,100,0.5,-0,1e400,12e-1]', '[1.0,1,1E+2,5e-1,0.0,10e399,1.20]'],
    ['the notation of strings', '"\\u0041\\/"', '"A/"'],
    ['a duplicate property, of which the last counts', '{"a":1,"a":2}', '{"a":2}'],
    ['the own base URL', '"https://old.example.com/api/v3/users?page=2"', '"http:\\/\\/127.0.0.1:4000/users?page=2"'],
    ['the own base URL within a text', '"See https://old.example.com/api/v3."', '"See http://127.0.0.1:4000."'],
    ['the own base URL alone', '"https://old.example.com/api/v3"', '"http://127.0.0.1:4000"'],
    ['the own base path', '["/api/v3/users","/api/v3?a"]', '["/users","?a"]'],
  ])('%s is no difference', (_, old, current) => {
    expect(compareBodies(old, current)).toEqual([]);
  });

  test.each([
    ['integers above 2^53', '9007199254740993', '9007199254740992', ['body: 9007199254740993 → 9007199254740992']],
    ['decimals beyond a double', '0.10000000000000000001', '0.1', ['body: 0.10000000000000000001 → 0.1']],
    ['signs', '[-1]', '[1]', ['/0: -1 → 1']],
    ['the order of items', '[1,2]', '[2,1]', ['/0: 1 → 2', '/1: 2 → 1']],
    ['an item', '{"a":[1]}', '{"a":[1,{"b":\n  [2]}]}', ['/a/1: absent → {"b": [2]}']],
    ['null and absent', '{"a":null}', '{}', ['/a: null → absent']],
    ['null and false', '{"a":null}', '{"a":false}', ['/a: null → false']],
    ['an empty object and an empty array', '{"a":{}}', '{"a":[]}', ['/a: {} → []']],
    ['a number and its text', '{"":1}', '{"":"1"}', ['/: 1 → "1"']],
    ['the case of a property', '{"A":1}', '{"a":1}', ['/A: 1 → absent', '/a: absent → 1']],
    ['properties that pointers escape', '{"a/b":{"~c":1}}', '{"a/b":{"~c":2}}', ['/a~1b/~0c: 1 → 2']],
    ['properties of prototypes', '{"__proto__":1}', '{}', ['/__proto__: 1 → absent']],
    [
      'the URL of the old API in the new one',
      '"https://old.example.com/api/v3/users"',
      '"https://old.example.com/api/v3/users"',
      ['body: "https://old.example.com/api/v3/users" → "https://old.example.com/api/v3/users"'],
    ],
    ['an absolute URL and a path', '"https://old.example.com/api/v3/a"', '"/a"', [/^body: /]],
    ['another host that begins alike', '"https://old.example.com/api/v30"', '"http://127.0.0.1:40000"', [/^body: /]],
    ['what is not JSON', '{"a":1}', '{"a":1,}', ['body: "{\\"a\\":1}" → "{\\"a\\":1,}"']],
    ['an empty body', '{}', '', ['body: "{}" → ""']],
    ['comments, which JSON has not', '1', '1 // one', [/^body: /]],
  ])('%s are different', (_, old, current, expected) => {
    expect(compareBodies(old, current)).toEqual(
      expected.map((line) => (typeof line === 'string' ? line : (expect.stringMatching(line) as string))),
    );
  });

  test('long values are shown around what differs', () => {
    const [one, other] = ['x', 'y'].map((letter) => `"${'a'.repeat(1000)}${letter}${'b'.repeat(1000)}"`);
    const [line = ''] = compareBodies(one!, other!);
    expect(line).toMatch(/^body: …a+xb+… → …a+yb+…$/);
    expect(line.length).toBeLessThan(450);
  });

  test('long runs of zeros and of spaces take no longer than others', () => {
    const zeros = (last: number) => `{"a":1${'0'.repeat(500_000)}${last}}`;
    expect(compareBodies(zeros(1), zeros(2))).toHaveLength(1);
    const spaces = ' '.repeat(500_000);
    expect(compareBodies('{}', `{"a":[1,${spaces}2,\n${spaces}3]}`)[0]).toMatch(/^\/a: absent → \[1, +…$/);
  });

  test('those that are nested too deeply are compared as text', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(compareBodies(nested(100_000), nested(100_000))).toEqual([]);
    expect(compareBodies(nested(100_000), nested(100_001))).toHaveLength(1);
    expect(compareBodies(nested(500), nested(501))).toEqual([`${'/0'.repeat(500)}: absent → []`]);
  });

  test('of which only one says that it is JSON are compared as text', () => {
    const differences = compareOutcomes(
      outcome(OLD, { 'content-type': 'application/json' }, '{"a":1}'),
      outcome(NEW, { 'content-type': 'text/plain' }, '{"a": 1}'),
      [],
    );
    expect(differences.map(({ place }) => place)).toEqual(['header:Content-Type', 'body']);
  });
});

test('two values of JSON have a difference exactly if they are not equal', () => {
  const isEqual = (one: string, other: string) => isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
  const reversed = (text: string) =>
    JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      Object(value) === value && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value!).toReversed())
        : value,
    );
  fc.assert(
    fc.property(json, json, (one, other) => {
      expect(compareBodies(one, reversed(one))).toEqual([]);
      expect(compareBodies(one, other).length === 0).toBe(isEqual(one, other));
    }),
  );
});

describe('other bodies', () => {
  test('are compared by bytes, but for the own base URL', () => {
    expect(compareBodies(Buffer.from([255, 0, 1]), Buffer.from([255, 0, 1]), 'image/png')).toEqual([]);
    expect(compareBodies(Buffer.from([255, 0, 1]), Buffer.from([254, 0, 1]), 'image/png')).toHaveLength(1);
    const html = (url: string) => `<a href="${url}/users">`;
    expect(compareBodies(html('https://old.example.com/api/v3'), html('http://127.0.0.1:4000'), 'text/html')).toEqual(
      [],
    );
    expect(compareBodies('{"a":1}', '{"a": 1}', 'text/plain')).toHaveLength(1);
  });
});

describe('headers', () => {
  const compare = (name: string, old?: string, current?: string) =>
    compareOutcomes(outcome(OLD, { [name]: old }, ''), outcome(NEW, { [name]: current }, ''), []);

  test.each([
    ['content-type', 'application/json', 'Application/JSON;charset=UTF-8'],
    ['content-type', 'application/hal+json; profile=a', 'application/hal+json'],
    ['content-type', 'text/html; charset=UTF-8', 'text/html;charset="utf-8"'],
    ['location', '/api/v3/users/2', 'http://127.0.0.1:4000/users/2'],
    ['location', 'https://old.example.com/api/v3/users/2', '2'],
    ['location', 'https://login.example.com/', 'https://login.example.com'],
    [
      'link',
      '</api/v3/users?page=2>; rel="next", <https://x.example/>; rel=a',
      '<https://x.example>;rel="a",<?page=2>;rel=next'.replace('<?', '</users?'),
    ],
    ['link', '</api/v3/a,b>; title="x, y"; rel=up', '</a,b>;rel=up;title="x, y"'],
    ['etag', '"a"', '"b"'],
    ['etag', 'W/"a"', 'W/"b"'],
    ['cache-control', 'private, max-age=60', 'max-age=60,Private'],
    ['allow', 'GET, HEAD', 'HEAD,GET'],
    ['retry-after', '3', 'Thu, 26 Nov 2026 08:00:00 GMT'],
    ['www-authenticate', 'Bearer realm="a, b", error="c", Basic realm="x"', 'basic, Bearer'],
    ['date', 'a', 'b'],
    ['server', 'a', undefined],
    ['vary', undefined, 'Origin'],
    ['x-request-id', 'a', 'b'],
    ['set-cookie', 'a=b', undefined],
  ])('%s: %s and %s are no difference', (name, old, current) => {
    expect(compare(name, old, current)).toEqual([]);
  });

  test.each([
    ['content-type', 'application/json', 'application/problem+json'],
    ['content-type', 'text/plain', 'text/plain; charset=utf-8'],
    ['content-type', 'application/json; charset=latin1', 'application/json'],
    ['content-type', 'json', 'text'],
    ['location', '/api/v3/users/2', '/users/3'],
    ['location', 'https://old.example.com/api/v3/users/2', 'https://old.example.com/api/v3/users/2'],
    ['link', '</api/v3/users?page=2>; rel="next"', '</users?page=3>; rel="next"'],
    ['link', '</api/v3/users?page=2>; rel="next"', '</users?page=2>; rel="prev"'],
    ['etag', '"a"', 'W/"a"'],
    ['etag', '"a"', undefined],
    ['cache-control', 'no-store', 'no-cache'],
    ['allow', 'GET', 'GET, HEAD'],
    ['retry-after', undefined, '3'],
    ['www-authenticate', 'Bearer', 'Basic realm="Bearer"'],
  ])('%s: %s and %s are different', (name, old, current) => {
    expect(compare(name, old, current)).toMatchObject(
      [
        { place: expect.stringMatching(new RegExp(`^header:${name}$`, 'i')) as string, old: old ?? 'absent', current },
      ].map((difference) => ({ ...difference, current: current ?? 'absent' })),
    );
  });
});

test('a request without a response is different, also where the other one has none', () => {
  const failure = { failure: 'no response (other side closed)' };
  const [difference] = compareOutcomes(outcome(OLD, {}, '', 204), failure, []);
  expect(difference).toEqual({ place: 'status', old: '204', current: failure.failure, result: 'different' });
  expect(compareOutcomes(failure, failure, [])).toHaveLength(1);
});

test.each([
  ['status', ['status']],
  ['body', ['body']],
  ['Header:ETag', ['header:etag']],
  ['/a~1b/~0/*//0', ['body', 'a/b', '~', '*', '', '0']],
  ['/', ['body', '']],
])('--ignore %s is the place %j', (text, place) => {
  expect(parsePlace(text)).toEqual(place);
});

test('--ignore leaves out a place and what is below, and not beside', () => {
  const [old, current] = ['{"a":{"b":1,"c":[1,1]},"ab":1}', '{"a":{"b":2,"c":[2,2]},"ab":2}'];
  const places = (...ignore: string[]) =>
    compareBodies(old, current, 'application/json', ignore).map((line) => line.split(':')[0]);
  expect(places('/a')).toEqual(['/ab']);
  expect(places('/a/c')).toEqual(['/a/b', '/ab']);
  expect(places('/*/c/1')).toEqual(['/a/b', '/a/c/0', '/ab']);
  expect(places('/a/b/c')).toEqual(['/a/b', '/a/c/0', '/a/c/1', '/ab']);
  expect(places('/*')).toEqual([]);
  expect(places('body')).toEqual([]);
});

test.each([
  ['on one side', '{}', '{"a":{"b":1,"c":[{"d":2}]}}', ['/a/b', '/a/c/*/d'], []],
  ['on the other side', '{"a":{"b":1,"c":[{"d":2}]}}', '{}', ['/a/b', '/a/c/*/d'], []],
  ['with one more', '{}', '{"a":{"b":1,"c":2}}', ['/a/b'], ['/a: absent → {"b":1,"c":2}']],
  ['and nothing in it', '{}', '{"a":{"b":{}}}', ['/a/b/c'], ['/a: absent → {"b":{}}']],
  ['in place of null', '{"a":null}', '{"a":{"b":1}}', ['/a/b'], ['/a: null → {"b":1}']],
])('--ignore of all that is in a parent that is only %s', (_, old, current, ignore, expected) => {
  expect(compareBodies(old, current, 'application/json', ignore)).toEqual(expected);
});
