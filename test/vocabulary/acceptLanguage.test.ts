import { expect, test } from 'vitest';
import { seen, toyEngine } from './support/toy.ts';

const toy = toyEngine({
  'v1/a.graphql': `query get($genre: Genre = FACT @param(in: HEADER, name: "Accept-Language")) @endpoint(method: GET, path: "/a") {
    echo(genre: $genre) { json } }`,
  'v1/b.graphql': `query get($text: String! @param(in: HEADER, name: "accept-language", values: [{ text: "de", value: "German" }, { text: "en-GB", value: "British" }]))
    @endpoint(method: GET, path: "/b") { echo(text: $text) { json } }`,
  'v1/c.graphql': `query get($text: String @param(in: HEADER, name: "Accept-Language")) @endpoint(method: GET, path: "/c") {
    echo(text: $text) { json } }`,
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
