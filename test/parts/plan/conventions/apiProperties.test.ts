import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type ApiProperties,
  DEFAULT_API,
  loadApiProperties,
  readApiProperties,
  withApiOptions,
} from '../../../../src/gateway/plan/conventions/apiProperties.ts';
import { DiagnosticCollector, DocumentError } from '../../../../src/gateway/base/errors/Diagnostic.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-api-'));
const file = path.join(folder, 'api.json');
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string, versions?: readonly number[]) {
  writeFileSync(file, text);
  const collector = new DiagnosticCollector();
  const api = readApiProperties(folder, collector, versions?.map(versionOf));
  return {
    api,
    problems: collector.diagnostics.map(({ line, column, message, hint }) => `${line}:${column} ${message} ${hint}`),
  };
}

const versionOf = (number: number) => ({ number, conventions: { headers: { 'x-request-id': 'X-Trace-Id' } } });
const PLAN: { api?: ApiProperties; versions: ReturnType<typeof versionOf>[] } = { versions: [versionOf(1)] };

describe('readApiProperties', () => {
  test.each<[text: string, api: ApiProperties]>([
    ['{}', { name: 'portico', defaultVersion: 1, versioning: 'both' }],
    ['{ "name": "acme.shop" }', { name: 'acme.shop', defaultVersion: 1, versioning: 'both' }],
    [
      '{ "name": "shop", "defaultVersion": 2, "versioning": "header" }',
      { name: 'shop', defaultVersion: 2, versioning: 'header' },
    ],
    [
      '{ "info": { "title": "Shop", "license": { "name": "MIT", "url": "https://example.com/mit" } }, "describe": { "graphql": true } }',
      {
        ...DEFAULT_API,
        info: { title: 'Shop', license: { name: 'MIT', url: 'https://example.com/mit' } },
        describe: { graphql: true },
      },
    ],
    [
      '{ "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Api-Key" } } }',
      { ...DEFAULT_API, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } },
    ],
  ])('reads %s', (text, api) => {
    expect(read(text, [1, 2])).toEqual({ api, problems: [] });
  });

  test.each([
    ['{', expect.stringContaining('1:2 Syntax Error: Close brace expected. ')],
    ['[]', '1:1 The file must contain an object. Write { "key": value }.'],
    [
      '{ "nmae": "a" }',
      '1:3 Unknown key "nmae"; did you mean "name"? Known keys are "name", "defaultVersion", "versioning", "info", "securitySchemes", "describe".',
    ],
    [
      '{ "versioning": "heder" }',
      '1:17 "versioning" must be "path", "header" or "both". Correct the value, or remove the key.',
    ],
    [
      '{ "defaultVersion": "2" }',
      '1:21 "defaultVersion" must be an integer of at least 1. Correct the value, or remove the key.',
    ],
    [
      '{ "defaultVersion": 0 }',
      '1:21 "defaultVersion" must be an integer of at least 1. Correct the value, or remove the key.',
    ],
    [
      '{ "defaultVersion": 7 }',
      '1:21 "defaultVersion" is 7, but the versions are 1, 3. Write "defaultVersion": 3, or another version of the API.',
    ],
    [
      '{ "securitySchemes": { "key": { "type": "apiKey", "in": "body", "name": "k" } } }',
      '1:57 "securitySchemes.key.in" must be "header", "cookie" or "query". Correct the value, or remove the key.',
    ],
    [
      '{ "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Trace-ID" } } }',
      '1:3 "securitySchemes" has the header x-trace-id, which has the id of requests: responses would repeat credentials. Rename it here, or in "headers" of conventions.json.',
    ],
  ])('refuses %s', (text, problem) => {
    expect(read(text, [1, 3]).problems).toEqual([problem]);
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
  ])('refuses the options %j', (options, fault) => {
    expect(() => withApiOptions(PLAN, options)).toThrow(new TypeError(fault));
  });

  test('accepts the file of docs/endpoints.md', () => {
    const docs = readFileSync(new URL('../../../../docs/endpoints.md', import.meta.url), 'utf8');
    const [, text] = /## The API itself[^]*?```json\n([^]*?)```/.exec(docs)!;
    const { api, problems } = read(text!, [1]);
    expect([problems, api?.securitySchemes]).toEqual([[], { key: expect.objectContaining({ name: 'X-Api-Key' }) }]);
  });

  test('accepts options that state nothing, or what the file does not', () => {
    const securitySchemes = { key: { type: 'http', scheme: 'basic' } };
    expect(withApiOptions(PLAN, { info: undefined, securitySchemes: undefined })).toBe(PLAN);
    expect(withApiOptions(PLAN, { securitySchemes }).api).toEqual({ ...DEFAULT_API, securitySchemes });
    const api = { ...DEFAULT_API, name: 'shop', info: { title: 'Shop' } };
    expect(withApiOptions({ ...PLAN, api }, { securitySchemes }).api).toEqual({ ...api, securitySchemes });
    expect(() => withApiOptions({ ...PLAN, api }, { info: { title: 'Other' } })).toThrow(
      'info cannot be combined with',
    );
  });

  test('refuses a file without a default version where there is no version 1', () => {
    expect(read('{ "name": "shop" }', [2, 3]).problems).toEqual([
      '1:1 "defaultVersion" is 1, but the versions are 2, 3. Write "defaultVersion": 3, or another version of the API.',
    ]);
  });

  test.each(['Acme', 'a+b', 'a/b', 'a b', '.a', '', 'a'.repeat(65)])('refuses the name "%s"', (name) => {
    expect(read(JSON.stringify({ name })).problems).toEqual([
      expect.stringContaining('"name" must be at most 64 lowercase letters, digits, dots, hyphens and underscores'),
    ]);
  });
});

describe('loadApiProperties', () => {
  test('has the defaults without a file', () => {
    expect(loadApiProperties(path.join(folder, 'v1'))).toEqual({
      name: 'portico',
      defaultVersion: 1,
      versioning: 'both',
    });
  });

  test('refuses a file that is not valid', () => {
    writeFileSync(file, '{ "name": 1 }');
    expect(() => loadApiProperties(folder)).toThrow(DocumentError);
  });
});

describe('withApiOptions', () => {
  const plan = { versions: [versionOf(1), versionOf(2)] };

  test('states what the options state, with the defaults of the file for the rest', () => {
    expect(withApiOptions(plan, { apiName: 'shop', defaultVersion: 2, context: () => ({}) })).toEqual({
      ...plan,
      api: { name: 'shop', defaultVersion: 2, versioning: 'both' },
    });
  });

  test('leaves a plan as it is without such options', () => {
    expect(withApiOptions(plan, { basePath: '/api', apiName: undefined })).toBe(plan);
  });

  test.each<[Record<string, unknown>, string]>([
    [
      { apiName: 'My API', versioning: 'paths' },
      'apiName must be at most 64 lowercase letters, digits, dots, hyphens and underscores, as in application/vnd.<name>.v1+json.\nversioning must be "path", "header" or "both".',
    ],
    [{ defaultVersion: 0 }, 'defaultVersion must be an integer of at least 1.'],
    [{ defaultVersion: 7 }, 'defaultVersion is 7, but the versions are: 1, 2.'],
  ])('refuses %j', (options, message) => {
    expect(() => withApiOptions(plan, options)).toThrow(new TypeError(message));
  });

  test('refuses options beside the file', () => {
    const api: ApiProperties = { name: 'shop', defaultVersion: 1, versioning: 'both' };
    expect(() => withApiOptions({ ...plan, api }, { apiName: 'shop', versioning: 'path' })).toThrow(
      'apiName, versioning cannot be combined with api.json, which the endpoint documents have.',
    );
  });
});
