import { expect, test } from 'vitest';
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
  ['no unknown scheme', { trustProxy: ['10.0.0.7'] }, { host: 'a', 'x-forwarded-proto': 'gopher' }, 'http://a'],
  ['no invalid forwarded host', { trustProxy: ['10.0.0.7'] }, { host: 'a', 'x-forwarded-host': 'b/c?d' }, 'http://a'],
  [
    'the values of the trusted proxy, which are last',
    { trustProxy: ['10.0.0.7'] },
    { host: 'a', 'x-forwarded-proto': 'http, https', 'x-forwarded-for': '1.2.3.4' },
    'https://a',
  ],
  [
    'the outermost of two trusted proxies',
    { trustProxy: ['10.0.0.0/8'] },
    { host: 'a', 'x-forwarded-proto': 'gopher, https, http', 'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.8' },
    'https://a',
  ],
  [
    'the outermost of two trusted proxies, in Forwarded',
    { trustProxy: ['10.0.0.0/8'] },
    {
      host: 'a',
      forwarded: 'for=6.6.6.6;host=evil, for="[2001:db8::1]:80";host=b;proto=https, for="10.0.0.8:1";host=c',
    },
    'https://b',
  ],
])('are made of %s', async (_, settings, headers, origin) => {
  expect(await originsOf(settings, headers)).toBe(origin);
});

test('are of https where the connection is', async () => {
  expect(await originsOf({}, { host: 'a' }, { address: '10.0.0.7', encrypted: true })).toBe('https://a');
});
