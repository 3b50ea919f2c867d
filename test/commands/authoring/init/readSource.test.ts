import { buildSchema, introspectionFromSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isUrl, readSource } from '../../../../src/authoring/init/readSource.ts';
import { UsageError } from '../../../../src/project/UsageError.ts';
import { stubUpstream } from '../../../parts/execute/remote/stubUpstream.ts';
import { makeFolder, readFolder } from './support/makeFolder.ts';
import { SDL } from './support/proposal.ts';

const schema = buildSchema(SDL);

describe('a file', () => {
  test.each([
    ['schema.graphql', SDL],
    ['api/schema.json', JSON.stringify({ data: introspectionFromSchema(schema) })],
  ])('%s is read, and named with forward slashes', async (file, text) => {
    const source = await readSource(`./${file}`, [], makeFolder({ [file]: text }));
    expect(source).toEqual({ schema: expect.anything(), file });
    expect(source.schema.getQueryType()!.getFields()).toHaveProperty('book');
  });

  test('may be outside of the folder', async () => {
    const folder = makeFolder({ 'schema.graphql': SDL, 'rest/': '' });
    await expect(readSource('../schema.graphql', [], `${folder}/rest`)).resolves.toMatchObject({
      file: '../schema.graphql',
    });
  });

  test('must exist, and be a schema', async () => {
    const folder = makeFolder({ 'a.graphql': 'query { a }' });
    await expect(readSource('b.graphql', [], folder)).rejects.toThrow(UsageError);
    await expect(readSource('b.graphql', [], folder)).rejects.toThrow('The schema file b.graphql does not exist.');
    await expect(readSource('a.graphql', [], folder)).rejects.toThrow('a.graphql:1:');
  });
});

describe('a URL', async () => {
  const stub = await stubUpstream();
  afterAll(() => stub.close());
  beforeEach(() => {
    stub.answer = () => ({ body: { data: introspectionFromSchema(schema) } });
  });

  test('is introspected with its headers, and nothing is written', async () => {
    const folder = makeFolder();
    const source = await readSource(stub.url.href, ['X-Key: s3cret'], folder);
    expect(source).toMatchObject({ file: 'schema.graphql', upstream: stub.url.href });
    expect(source.sdl).toContain('type Book {');
    expect(stub.received.at(-1)!.headers['x-key']).toBe('s3cret');
    expect(readFolder(folder)).toEqual({});
  });

  test('uses a file that has the same schema, and refuses another', async () => {
    const { sdl } = await readSource(stub.url.href, [], makeFolder());
    const source = await readSource(stub.url.href, [], makeFolder({ 'schema.graphql': sdl! }));
    expect(source).not.toHaveProperty('sdl');
    const other = readSource(stub.url.href, [], makeFolder({ 'schema.graphql': SDL.replaceAll('Book', 'Tome') }));
    await expect(other).rejects.toThrow(UsageError);
    await expect(other).rejects.toThrow(`portico init schema.graphql --upstream ${stub.url.href}`);
  });

  test('says what to do where introspection fails, and repeats no credentials', async () => {
    stub.answer = () => ({ status: 401, body: { errors: [{ message: 'No.' }] } });
    const failed = readSource(`${stub.url.href}?key=s3cret`, ['X-Key: s3cret'], makeFolder());
    await expect(failed).rejects.toThrow(
      /Introspection of http:\S+ failed: .*\nIf it needs credentials, pass --upstream-header/,
    );
    const { message } = (await failed.catch((error: Error) => error)) as Error;
    expect(message.match(/credentials, pass/g)).toHaveLength(1);
    await expect(failed).rejects.not.toThrow('s3cret');
    await expect(failed).rejects.not.toThrow('--schema FILE');
  });

  test('says that a page is no GraphQL endpoint, without advice on credentials', async () => {
    stub.answer = () => ({ body: '<html>' });
    await expect(readSource(stub.url.origin, [], makeFolder())).rejects.toThrow(
      /not a GraphQL endpoint.* Did you mean \S+\/graphql\?$/,
    );
  });
});

describe('isUrl', () => {
  test.each([
    ['https://api.example.com/graphql', true],
    ['HTTP://localhost:4000', true],
    ['schema.graphql', false],
    ['C:\\schema.graphql', false],
    ['http.graphql', false],
  ])('%s: %s', (source, expected) => {
    expect(isUrl(source)).toBe(expected);
  });
});
