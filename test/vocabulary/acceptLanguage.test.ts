import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const toy = toyEngine({
  'v1/a.graphql': `query get($genre: Genre = FACT @param(in: HEADER, name: "Accept-Language")) @endpoint(method: GET, path: "/a") {
    echo(genre: $genre) { json } }`,
  'v1/b.graphql': `query get($text: String! @param(in: HEADER, name: "accept-language", values: [{ text: "de", value: "German" }, { text: "en-GB", value: "British" }]))
    @endpoint(method: GET, path: "/b") { echo(text: $text) { json } }`,
  'v1/c.graphql': `query get($text: String @param(in: HEADER, name: "Accept-Language")) @endpoint(method: GET, path: "/c") {
    echo(text: $text) { json } }`,
  'v1/d.graphql': `query get($text: String @param(in: HEADER, name: "Accept-Language", values: [
    ${['en', 'en-a', 'de', 'fr', 'pt', 'PT_BR', 'zh-Hant-CN', 'zh-Hant-CN-x', 'es-ES', 'x', 'x-en'].map((text) => `{ text: "${text}", value: "${text}" }`).join(' ')}
    ])) @endpoint(method: GET, path: "/d") { echo(text: $text) { json } }`,
  'v1/conventions.json': '{"enums": {"Genre": {"FACT": "de_AT", "FICTION": "fr"}}}',
});
const send = async (path: string, language?: string) =>
  toy.send(`GET ${path}`, { ...(language !== undefined && { headers: { 'accept-language': language } }) });

test('Accept-Language is one of the values of an enum, and none of them is as no header', async () => {
  const reply = await send('/a', 'en, fr-CA;q=0.5');
  expect(seen(reply)).toEqual([200, { json: '{"genre":"FICTION"}' }]);
  expect(reply.headers['vary']).toBe('Accept, Accept-Language');
  expect(seen(await send('/a', 'de-at-1996'))).toEqual([200, { json: '{"genre":"FACT"}' }]);
  expect(seen(await send('/a', '!!'))).toEqual(seen(await send('/a')));
});
test('it is one of the texts, and required where the variable is', async () => {
  expect(seen(await send('/b', 'de-DE;q=0.1, en-GB-oed'))).toEqual([200, { json: '{"text":"British"}' }]);
  expect(seen(await send('/b', 'en'))).toEqual([400, { error: 'accept-language is required' }]);
});
// RFC 4647, section 3.4, Lookup.
test.each<[header: string, found: string | undefined]>([
  ['DE-at', 'de'],
  ['fr;q=0.5, en;q=0.8', 'en'],
  ['fr, en', 'fr'],
  ['it, fr ; q=0.1', 'fr'],
  ['fr;q=0.55, en;q=0.5', 'fr'],
  ['en;q=0.999, fr;q=1.000', 'fr'],
  ['pt-BR', 'PT_BR'],
  ['es', undefined],
  ['es-MX, en', 'en'],
  ['zh-Hant-CN-x-private1-private2', 'zh-Hant-CN'],
  ['x-private', undefined],
  ['x-en', 'x-en'],
  ['en-a-b-cc', 'en-a'],
  ['de;q=0, de-AT', undefined],
  ['de-AT;q=0', undefined],
  ['*', undefined],
  ['*, de', 'de'],
  ['*-de', undefined],
  // What is no range, or no quality, counts for nothing.
  ...['fr;q=0.1234', 'fr;q=1.001', 'fr;q=2', 'fr;level=1', ''].map((range): [string, string] => [
    `${range}, en;q=0.1`,
    'en',
  ]),
])('%s is %s', async (header, found) => {
  expect(seen(await send('/d', header))).toEqual([
    200,
    { json: JSON.stringify(found === undefined ? {} : { text: found }) },
  ]);
});
test.each(['aa-', 'a-', 'aa-a-', 'aaaaaaaa-'])('many subtags such as %s are read in one pass', async (part) => {
  expect(seen(await send('/d', `${part.repeat(12_000 / part.length)}a`))).toEqual([200, { json: '{}' }]);
});
test('a text is the header as it is', async () => {
  expect(seen(await send('/c', 'de;q=0.1'))).toEqual([200, { json: '{"text":"de;q=0.1"}' }]);
});
test('OpenAPI has a text, and lists the languages', () => {
  const { paths } = toy.openApi.get('/v1/openapi.json') as unknown as {
    paths: Record<string, Record<string, { parameters: object[] }>>;
  };
  expect(paths['/a']!['get']!.parameters).toEqual([
    {
      name: 'Accept-Language',
      in: 'header',
      required: false,
      description: 'The preferred languages (RFC 9110, 12.5.4) out of `fr`, `de_AT`.',
      schema: { type: 'string', examples: ['fr'], default: 'de_AT' },
    },
  ]);
});
