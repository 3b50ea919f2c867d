import { describe, expect, test } from 'vitest';
import { toyEngine } from './support/toy.ts';

const documents = {
  'conventions.json': JSON.stringify({ urls: 'absolute' }),
  'v1/a.graphql': 'query get @endpoint(method: GET, path: "/books") { books @paginate { nodes { id } } }',
  'v1/b.graphql':
    'mutation m @endpoint(method: POST, path: "/books", status: 201, location: "/books/{id}") { addBook(input: { title: "x" }) { id } }',
};
const PEER = { address: '10.0.0.7', encrypted: false };
type Settings = NonNullable<Parameters<typeof toyEngine>[1]>;

/** What Location and Link begin with. */
async function originsOf(settings: Settings, headers: Record<string, string>, peer = PEER): Promise<string> {
  const toy = toyEngine(documents, settings);
  const { link } = (await toy.send('GET /v1/books', { headers, peer })).headers;
  const { location } = (await toy.send('POST /v1/books', { headers, peer })).headers;
  const [, origin] = /^<([^>]*)\/v1\/books\?/.exec(link!)!;
  expect(location).toBe(`${origin}/v1/books/99`);
  return origin!;
}

const forged = { host: 'a.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };

test.each<[string, Settings, Record<string, string>, string]>([
  ['Host and the connection', {}, { host: 'a.example:8080' }, 'http://a.example:8080'],
  ['nothing that a client forwards', {}, forged, 'http://a.example'],
  ['nothing that a client calls Forwarded', {}, { host: 'a', forwarded: 'proto=https;host=b' }, 'http://a'],
  ['nothing of an untrusted peer', { trustProxy: ['192.168.0.0/16', 'loopback'] }, forged, 'http://a.example'],
  ['PUBLIC_URL', { publicUrl: 'https://api.example' }, forged, 'https://api.example'],
  ['PUBLIC_URL before a trusted proxy', { publicUrl: 'https://b', trustProxy: ['10.0.0.0/8'] }, forged, 'https://b'],
  ['a trusted proxy', { trustProxy: ['10.0.0.7'] }, forged, 'https://evil.example'],
  ['a trusted range', { trustProxy: ['10.0.0.0/8'] }, { host: 'a', 'x-forwarded-proto': 'HTTPS' }, 'https://a'],
  [
    'Forwarded',
    { trustProxy: ['10.0.0.7'] },
    { host: 'a', forwarded: 'for=1.2.3.4;Proto=https;Host="b:1"' },
    'https://b:1',
  ],
])('are made of %s', async (_, settings, headers, origin) => {
  expect(await originsOf(settings, headers)).toBe(origin);
});

describe('behind a trusted proxy the host', () => {
  const hosted = (headers: Record<string, string>) =>
    originsOf({ trustProxy: ['10.0.0.0/8', '2001:db8::7'] }, { host: 'inner', ...headers });

  test.each(['example.com', 'Example.com:8080', '[2001:db8::1]:443', 'a'.repeat(255)])('%s is sent', async (host) => {
    expect(await hosted({ 'x-forwarded-host': host })).toBe(`http://${host}`);
  });

  test.each([
    'a'.repeat(256),
    'example.com:',
    'example.com:65536',
    "a'b",
    'a%20b',
    'a b',
    '[v1.a]',
    '[::1',
    'example.com/path',
    'evil.com>; rel="next"',
  ])('%s is not', async (host) => expect(await hosted({ 'x-forwarded-host': host })).toBe('http://inner'));

  test('is the next one of each trusted address', async () => {
    const each = async (host: string, addresses?: string) =>
      hosted({ 'x-forwarded-host': host, ...(addresses !== undefined && { 'x-forwarded-for': addresses }) });
    expect(await each('evil, a', '192.0.2.9')).toBe('http://a');
    expect(await each('evil, a, b', '192.0.2.9, 10.0.0.2')).toBe('http://a');
    expect(await each('evil, a, b, c', '10.0.0.3, 10.0.0.2')).toBe('http://a');
    expect(await each('a', '10.0.0.3, 10.0.0.2')).toBe('http://a');
    expect(await each('x, y, a', '10.0.0.3, 192.0.2.9')).toBe('http://a');
    for (const address of ['10.0.0.2:80', '2001:db8::7', '[2001:db8::7]', '[2001:db8::7]:80']) {
      expect([address, await each('evil, a, b', address)]).toEqual([address, 'http://a']);
    }
    for (const address of ['unknown', 'x10.0.0.2', '10.0.0.2x', '10:0:0']) {
      expect([address, await each('x, a', address)]).toEqual([address, 'http://a']);
    }
    expect(await each(' , evil ,, a , ')).toBe('http://a');
  });

  // See RFC 7239, sections 4 and 7.
  test.each([
    ['Host=a ; PROTO = https', 'https://a'],
    ['host="a:8080"', 'http://a:8080'],
    ['host="a;b,c"', 'http://inner'],
    ['host="a', 'http://inner'],
    ['host=a;host=b', 'http://a'],
    ['host=evil, host=a', 'http://a'],
    ['host=evil, host=a;for=192.0.2.9, host=b;for=10.0.0.2', 'http://a'],
    ['host=first;for=10.0.0.2, host=a;for="[2001:db8::7]:1", host=b;for="10.0.0.3:4711"', 'http://first'],
    ['for=unknown;host=x, for=_hidden;host=a', 'http://a'],
    ['for=192.0.2.43, for="[2001:db8:cafe::17]"', 'http://inner'],
    ['host', 'http://inner'],
    [',', 'http://inner'],
  ])('of Forwarded: %s makes %s', async (forwarded, origin) => expect(await hosted({ forwarded })).toBe(origin));

  test.each([
    [{ 'x-forwarded-proto': 'https', forwarded: 'host=b;proto=http' }, 'https://inner'],
    [{ 'x-forwarded-proto': ' , ', forwarded: 'host=b' }, 'http://b'],
    [{ 'x-forwarded-proto': 'gopher, https, http', 'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.8' }, 'https://inner'],
    [{ 'x-forwarded-proto': 'xhttp' }, 'http://inner'],
    [{ 'x-forwarded-proto': 'httpsx' }, 'http://inner'],
  ])('of %j makes %s', async (headers, origin) => expect(await hosted(headers)).toBe(origin));
});

test('are of http where a proxy says so, although its own connection is encrypted', async () => {
  const headers = { host: 'a', 'x-forwarded-proto': 'http' };
  expect(await originsOf({ trustProxy: ['10.0.0.7'] }, headers, { address: '10.0.0.7', encrypted: true })).toBe(
    'http://a',
  );
});

test('are of https where the connection is', async () => {
  expect(await originsOf({}, { host: 'a' }, { address: '10.0.0.7', encrypted: true })).toBe('https://a');
});
