// What api.json, or the options of createPortico in its place, say of the whole API.
import { expect, test } from 'vitest';
import { type Documents, createFrom, faultsOf } from '../support/faults.ts';
import { librarySchema, query } from '../support/library.ts';

const documents: Documents = {
  'conventions.json': '{ "headers": { "X-Request-Id": "X-Trace-Id" } }',
  'v1/a.graphql': query('shelves { name }'),
  'v2/conventions.json': '{}',
};
const faults = (text: string) => faultsOf(librarySchema, { ...documents, 'api.json': text });
const start = (options: object, files: object = {}) =>
  createFrom(librarySchema, { ...documents, ...files }, options as never);

test.each([
  ['{', expect.stringContaining('api.json:1:2: Syntax Error: Close brace expected. ')],
  ['[]', 'api.json:1:1: The file must contain an object. Write { "key": value }.'],
  [
    '{ "nmae": "a" }',
    'api.json:1:3: Unknown key "nmae"; did you mean "name"? Known keys are "name", "defaultVersion", "versioning", "info", "securitySchemes", "describe".',
  ],
  [
    '{ "versioning": "heder" }',
    'api.json:1:17: "versioning" must be "path", "header" or "both". Correct the value, or remove the key.',
  ],
  [
    '{ "defaultVersion": "2" }',
    'api.json:1:21: "defaultVersion" must be an integer of at least 1. Correct the value, or remove the key.',
  ],
  [
    '{ "defaultVersion": 0 }',
    'api.json:1:21: "defaultVersion" must be an integer of at least 1. Correct the value, or remove the key.',
  ],
  [
    '{ "defaultVersion": 7 }',
    'api.json:1:21: "defaultVersion" is 7, but the versions are 1, 2. Write "defaultVersion": 2, or another version of the API.',
  ],
  [
    '{ "securitySchemes": { "key": { "type": "apiKey", "in": "body", "name": "k" } } }',
    'api.json:1:57: "securitySchemes.key.in" must be "header", "cookie" or "query". Correct the value, or remove the key.',
  ],
  [
    '{ "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Trace-ID" } } }',
    'api.json:1:3: "securitySchemes" has the header x-trace-id, which has the id of requests: responses would repeat credentials. Rename it here, or in "headers" of conventions.json.',
  ],
])('refuses %s', (text, problem) => {
  expect(faults(text)).toEqual([problem]);
});

test.each(['Acme', 'a+b', 'a/b', 'a b', '.a', '', 'a'.repeat(65)])('refuses the name "%s"', (name) => {
  expect(faults(JSON.stringify({ name }))).toEqual([
    expect.stringContaining('"name" must be at most 64 lowercase letters, digits, dots, hyphens and underscores'),
  ]);
});

test.each(['acme.shop', 'a'.repeat(64), 'a_b-1'])('accepts the name "%s"', (name) => {
  expect(start({}, { 'api.json': JSON.stringify({ name }) }).openApi.get('/v1/openapi.json')).toMatchObject({
    info: { title: name },
  });
});

test.each<[options: Record<string, unknown>, fault: string]>([
  [{ info: { titel: 'x' } }, 'Unknown key "titel" in "info"; did you mean "title"?'],
  [{ info: { title: '' } }, 'info.title must be a non-empty string.'],
  [{ info: { license: {} } }, 'info.license must have "name".'],
  [
    { info: { license: { name: 'a', url: 'https://a', identifier: 'b' } } },
    'info.license must not have both url and identifier.',
  ],
  [{ info: { contact: { email: 'x' } } }, 'info.contact.email must be an email address such as "api@example.com".'],
  [{ info: { contact: { url: 'javascript:1' } } }, 'info.contact.url must be a URL such as "https://example.com".'],
  [{ info: 3 }, 'info must be an object.'],
  [
    { securitySchemes: {} },
    'securitySchemes must have schemes by names of letters, digits, dots, hyphens and underscores.',
  ],
  [
    { securitySchemes: { 'a b': { type: 'http', scheme: 'basic' } } },
    'securitySchemes must have schemes by names of letters, digits, dots, hyphens and underscores.',
  ],
  [{ securitySchemes: { a: { type: 'x' } } }, 'securitySchemes.a.type must be "http" or "apiKey".'],
  [{ securitySchemes: { a: { type: 'http' } } }, 'securitySchemes.a must have "scheme".'],
  [
    { securitySchemes: { a: { type: 'http', scheme: 'digest' } } },
    'securitySchemes.a.scheme must be "bearer" or "basic".',
  ],
  [
    { securitySchemes: { a: { type: 'http', scheme: 'basic', in: 'header' } } },
    'Unknown key "in" in "securitySchemes.a".',
  ],
  [
    { securitySchemes: { a: { type: 'apiKey', in: 'header', name: 'X Y' } } },
    'securitySchemes.a.name must be a name such as "X-Api-Key".',
  ],
  [{ securitySchemes: { a: 3 } }, 'securitySchemes.a must be an object.'],
  [
    { securitySchemes: { a: { type: 'apiKey', in: 'header', name: 'x-trace-id' } } },
    'securitySchemes has the header x-trace-id, which has the id of requests: responses would repeat credentials.',
  ],
  [
    { apiName: 'My API', versioning: 'paths' },
    'apiName must be at most 64 lowercase letters, digits, dots, hyphens and underscores, as in application/vnd.<name>.v1+json.\nversioning must be "path", "header" or "both".',
  ],
  [{ defaultVersion: 0 }, 'defaultVersion must be an integer of at least 1.'],
  [{ defaultVersion: 7 }, 'defaultVersion is 7, but the versions are: 1, 2.'],
])('refuses the options %j', (options, fault) => {
  expect(() => start(options)).toThrow(new TypeError(fault));
});

test('options state what the file does not, and no file is changed by those that state nothing', () => {
  const info = { title: 'Shop', license: { name: 'MIT', url: 'https://example.com/mit' } };
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } };
  const file = { 'api.json': JSON.stringify({ name: 'shop', defaultVersion: 2, info }) };
  const describedBy = (options: object, files: object) => start(options, files).openApi.get('/v1/openapi.json');
  expect(describedBy({ info: undefined, securitySchemes }, file)).toMatchObject({
    info,
    components: { securitySchemes },
  });
  expect(describedBy({ apiName: 'shop', info, securitySchemes }, {})).toMatchObject({
    info,
    components: { securitySchemes },
  });
  expect(() => start({ info: { title: 'Other' } }, file)).toThrow('info cannot be combined with');
});

test('without a version 1 there is another default version', () => {
  const files = { 'v2/a.graphql': query('shelves { name }'), 'v3/conventions.json': '{}' };
  expect(faultsOf(librarySchema, { ...files, 'api.json': '{ "name": "shop" }' })).toEqual([
    'api.json:1:1: "defaultVersion" is 1, but the versions are 2, 3. Write "defaultVersion": 3, or another version of the API.',
  ]);
});
