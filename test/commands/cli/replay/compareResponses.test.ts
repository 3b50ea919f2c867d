import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openReplay } from './support/replay.ts';

const { old, current, replay } = await openReplay();
/** The base URLs of the old API and of the new one. */
const [OLD, NEW] = [`${old.origin}/api/v3`, current.origin];

interface Response {
  headers?: Readonly<Record<string, string | undefined>>;
  body: string | Buffer;
  status?: number;
}

/** The differences of responses, one pair after the other: `place: old → new`. */
async function compareAll(pairs: readonly (readonly [Response, Response])[], ignore: readonly string[] = []) {
  const present = ({ headers = {}, ...response }: Response) => {
    const entries = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { ...response, headers: Object.fromEntries(entries) };
  };
  for (const [index, [before, after]] of pairs.entries()) {
    old.fixtures[`GET /api/v3/users/${index}`] = present(before);
    current.fixtures[`GET /users/${index}`] = present(after);
  }
  const { lines, stderr } = await replay(
    pairs.map((_, index) => ({ method: 'GET', path: `/users/${index}` })),
    { ignore },
  );
  expect(stderr).toBe('');
  return pairs.map((_, index) => {
    const start = `GET /users/${index} `;
    return lines
      .filter((line) => line.startsWith(start))
      .map((line) => line.slice(start.length).replace(/ \(compatible\)$/, ''));
  });
}

const compareOne = async (before: Response, after: Response, ignore?: readonly string[]) =>
  (await compareAll([[before, after]], ignore))[0]!;

/** The differences of two bodies. */
function compareBodies(
  before: string | Buffer,
  after: string | Buffer,
  type = 'application/json',
  ignore?: readonly string[],
): Promise<string[]> {
  const headers = { 'content-type': type };
  return compareOne({ headers, body: before }, { headers, body: after }, ignore);
}

describe('bodies of JSON', () => {
  test.each([
    ['the order of properties', '{"a":1,"b":{"c":2,"d":3}}', '{ "b": {"d": 3, "c": 2},\n "a": 1 }'],
    ['the notation of numbers', '[1,1.0,100,0.5,-0,1e400,12e-1]', '[1.0,1,1E+2,5e-1,0.0,10e399,1.20]'],
    ['the notation of strings', '"\\u0041\\/"', '"A/"'],
    ['a duplicate property, of which the last counts', '{"a":1,"a":2}', '{"a":2}'],
    ['the own base URL', `"${OLD}/users?page=2"`, `"${NEW.replaceAll('/', '\\/')}/users?page=2"`],
    ['the own base URL within a text', `"See ${OLD}."`, `"See ${NEW}."`],
    ['the own base URL alone', `"${OLD}"`, `"${NEW}"`],
    ['the own base path', '["/api/v3/users","/api/v3?a"]', '["/users","?a"]'],
  ])('%s is no difference', async (_, before, after) => {
    expect(await compareBodies(before, after)).toEqual([]);
  });

  test.each([
    ['integers above 2^53', '9007199254740993', '9007199254740992', ['body: 9007199254740993 → 9007199254740992']],
    ['decimals beyond a double', '0.10000000000000000001', '0.1', ['body: 0.10000000000000000001 → 0.1']],
    ['signs', '[-1]', '[1]', ['/0: -1 → 1']],
    ['null and absent', '{"a":null}', '{}', ['/a: null → absent']],
    ['an empty object and an empty array', '{"a":{}}', '{"a":[]}', ['/a: {} → []']],
    ['a number and its text', '{"":1}', '{"":"1"}', ['/: 1 → "1"']],
    ['properties of prototypes', '{"__proto__":1}', '{}', ['/__proto__: 1 → absent']],
    [
      'the URL of the old API in the new one',
      `"${OLD}/users"`,
      `"${OLD}/users"`,
      [`body: "${OLD}/users" → "${OLD}/users"`],
    ],
    ['an absolute URL and a path', `"${OLD}/a"`, '"/a"', [/^body: /]],
    ['another host that begins alike', `"${OLD}0"`, `"${NEW}0"`, [/^body: /]],
    ['control characters', '"\\u001b[31m"', '""', ['body: "\\u001b[31m" → ""']],
    ['what is not JSON', '{"a":1}', '{"a":1,}', ['body: "{\\"a\\":1}" → "{\\"a\\":1,}"']],
    ['an empty body', '{}', '', ['body: "{}" → ""']],
  ])('%s are different', async (_, before, after, expected) => {
    expect(await compareBodies(before, after)).toEqual(
      expected.map((line) => (typeof line === 'string' ? line : (expect.stringMatching(line) as string))),
    );
  });

  test('long values are shown around what differs', async () => {
    const [one, other] = ['x', 'y'].map((letter) => `"${'a'.repeat(1000)}${letter}${'b'.repeat(1000)}"`);
    const [line = ''] = await compareBodies(one!, other!);
    expect(line).toMatch(/^body: …a+xb+… → …a+yb+…$/);
    expect(line.length).toBeLessThan(450);
  });

  test('long runs of zeros and of spaces take no longer than others', async () => {
    const zeros = (last: number) => `{"a":1${'0'.repeat(500_000)}${last}}`;
    expect(await compareBodies(zeros(1), zeros(2))).toHaveLength(1);
    const spaces = ' '.repeat(500_000);
    expect((await compareBodies('{}', `{"a":[1,${spaces}2,\n${spaces}3]}`))[0]).toMatch(/^\/a: absent → \[1, +…$/);
  });

  test('those that are nested too deeply are compared as text', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(await compareBodies(nested(100_000), nested(100_000))).toEqual([]);
    expect(await compareBodies(nested(100_000), nested(100_001))).toHaveLength(1);
    expect(await compareBodies(nested(500), nested(501))).toEqual([`${'/0'.repeat(500)}: absent → []`]);
  });

  test('of which only one says that it is JSON are compared as text', async () => {
    const differences = await compareOne(
      { headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
      { headers: { 'content-type': 'text/plain' }, body: '{"a": 1}' },
    );
    expect(differences.map((line) => line.split(': ')[0])).toEqual(['header:Content-Type', 'body']);
  });
});

test('two values of JSON have a difference exactly if they are not equal', async () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
  const reversed = (text: string) =>
    JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      Object(value) === value && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value!).toReversed())
        : value,
    );
  const headers = { 'content-type': 'application/json' };
  const pairs = fc.sample(fc.tuple(json, json), 100).flatMap(([one, other]) => [
    [one, reversed(one)],
    [one, other],
  ]);
  const compared = await compareAll(
    pairs.map(([one = '', other = '']) => [
      { headers, body: one },
      { headers, body: other },
    ]),
  );
  const faults = pairs.filter(
    ([one, other], index) =>
      (compared[index]!.length === 0) !== isDeepStrictEqual(JSON.parse(one!), JSON.parse(other!)),
  );
  expect(faults).toEqual([]);
});

describe('other bodies', () => {
  test('are compared by bytes, but for the own base URL', async () => {
    const bytes = (first: number) => Buffer.from([first, 0, 1]);
    expect(await compareBodies(bytes(255), bytes(255), 'image/png')).toEqual([]);
    expect(await compareBodies(bytes(255), bytes(254), 'image/png')).toHaveLength(1);
    const html = (url: string) => `<a href="${url}/users">`;
    expect(await compareBodies(html(OLD), html(NEW), 'text/html')).toEqual([]);
    expect(await compareBodies('{"a":1}', '{"a": 1}', 'text/plain')).toHaveLength(1);
  });
});

describe('headers', () => {
  const compare = (name: string, before?: string, after?: string) =>
    compareOne({ headers: { [name]: before }, body: '' }, { headers: { [name]: after }, body: '' });

  test.each([
    ['content-type', 'application/json', 'Application/JSON;charset=UTF-8'],
    ['content-type', 'application/hal+json; profile=a', 'application/hal+json'],
    ['content-type', 'text/html; charset=UTF-8', 'text/html;charset="utf-8"'],
    ['location', '/api/v3/users/2', `${NEW}/users/2`],
    ['location', `${OLD}/users/2`, '2'],
    ['location', 'https://login.example.com/', 'https://login.example.com'],
    [
      'link',
      '</api/v3/users?page=2>; rel="next", <https://x.example/>; rel=a',
      '<https://x.example>;rel="a",<?page=2>;rel=next'.replace('<?', '</users?'),
    ],
    ['link', '</api/v3/a,b>; title="x, y"; rel=up', '</a,b>;rel=up;title="x, y"'],
    ['etag', '"a"', '"b"'],
    ['cache-control', 'private, max-age=60', 'max-age=60,Private'],
    ['allow', 'GET, HEAD', 'HEAD,GET'],
    ['retry-after', '3', 'Thu, 26 Nov 2026 08:00:00 GMT'],
    ['www-authenticate', 'Bearer realm="a, b", error="c", Basic realm="x"', 'basic, Bearer'],
    ['date', 'a', 'b'],
    ['vary', undefined, 'Origin'],
    ['x-request-id', 'a', 'b'],
  ])('%s: %s and %s are no difference', async (name, before, after) => {
    expect(await compare(name, before, after)).toEqual([]);
  });

  test.each([
    ['content-type', 'application/json', 'application/problem+json'],
    ['content-type', 'text/plain', 'text/plain; charset=utf-8'],
    ['content-type', 'application/json; charset=latin1', 'application/json'],
    ['location', '/api/v3/users/2', '/users/3'],
    ['location', `${OLD}/users/2`, `${OLD}/users/2`],
    ['link', '</api/v3/users?page=2>; rel="next"', '</users?page=3>; rel="next"'],
    ['link', '</api/v3/users?page=2>; rel="next"', '</users?page=2>; rel="prev"'],
    ['etag', '"a"', 'W/"a"'],
    ['allow', 'GET', 'GET, HEAD'],
    ['retry-after', undefined, '3'],
    ['www-authenticate', 'Bearer', 'Basic realm="Bearer"'],
  ])('%s: %s and %s are different', async (name, before = 'absent', after = 'absent') => {
    const [line, ...more] = await compare(
      name,
      ...[before, after].map((value) => (value === 'absent' ? undefined : value)),
    );
    expect(more).toEqual([]);
    expect(line!.replace(/^header:.*?(?=: )/, (place) => place.toLowerCase())).toBe(
      `header:${name}: ${before} → ${after}`,
    );
  });
});

test.each([
  ['status', ['body']],
  ['body', ['status']],
  ['Header:ETag', ['status', 'body']],
])('--ignore %s leaves %j', async (ignored, places) => {
  const lines = await compareOne(
    { body: 'a', headers: { etag: '"a"' } },
    { body: 'b', status: 201 },
    ignored.startsWith('Header') ? [ignored] : [ignored, 'header:etag'],
  );
  expect(lines.map((line) => line.split(': ')[0])).toEqual(places);
});

test.each([
  ['/a~1b/~0/*//0', '{"a/b":{"~":{"x":{"":[1]}}}}', '{"a/b":{"~":{"x":{"":[2]}}}}'],
  ['/', '{"":1}', '{"":2}'],
])('--ignore %s is a place of %s', async (place, before, after) => {
  expect(await compareBodies(before, after)).toHaveLength(1);
  expect(await compareBodies(before, after, 'application/json', [place])).toEqual([]);
});

test('--ignore leaves out a place and what is below, and not beside', async () => {
  const [before, after] = ['{"a":{"b":1,"c":[1,1]},"ab":1}', '{"a":{"b":2,"c":[2,2]},"ab":2}'];
  const places = async (...ignore: string[]) =>
    (await compareBodies(before, after, 'application/json', ignore)).map((line) => line.split(':')[0]);
  expect(await places('/a')).toEqual(['/ab']);
  expect(await places('/a/c')).toEqual(['/a/b', '/ab']);
  expect(await places('/*/c/1')).toEqual(['/a/b', '/a/c/0', '/ab']);
  expect(await places('/a/b/c')).toEqual(['/a/b', '/a/c/0', '/a/c/1', '/ab']);
  expect(await places('/*')).toEqual([]);
  expect(await places('body')).toEqual([]);
});

test.each([
  ['on one side', '{}', '{"a":{"b":1,"c":[{"d":2}]}}', ['/a/b', '/a/c/*/d'], []],
  ['with one more', '{}', '{"a":{"b":1,"c":2}}', ['/a/b'], ['/a: absent → {"b":1,"c":2}']],
  ['and nothing in it', '{}', '{"a":{"b":{}}}', ['/a/b/c'], ['/a: absent → {"b":{}}']],
  ['in place of null', '{"a":null}', '{"a":{"b":1}}', ['/a/b'], ['/a: null → {"b":1}']],
])('--ignore of all that is in a parent that is only %s', async (_, before, after, ignore, expected) => {
  expect(await compareBodies(before, after, 'application/json', ignore)).toEqual(expected);
});
