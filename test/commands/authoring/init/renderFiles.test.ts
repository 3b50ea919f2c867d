import { buildSchema, validateSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  renderConfig,
  renderDirectives,
  renderGraphqlConfig,
  renderReadme,
  renderWorkflow,
} from '../../../../src/authoring/init/renderFiles.ts';
import { readConfig } from '../../../../src/project/readConfig.ts';
import { makeFolder } from './support/makeFolder.ts';

describe('renderConfig', () => {
  test('names the schema and the folder', () => {
    const setup = { schema: 'schema.graphql', headers: [], endpoints: 'rest' };
    expect(renderConfig(setup, 'portico')).toBe(`import { defineConfig } from 'portico';

export default defineConfig({
  schema: 'schema.graphql',
  endpoints: 'rest',
});
`);
  });

  test('is read as it was meant, with the values of headers from the environment', async () => {
    const setup = {
      schema: "it's.graphql",
      upstream: 'http://localhost:1/graphql',
      headers: ['authorization', 'x-api-key'],
      endpoints: 'api/rest',
    };
    const text = renderConfig(setup, 'portico');
    expect(text).toContain(
      "headers: { authorization: process.env.UPSTREAM_AUTHORIZATION, 'x-api-key': process.env.UPSTREAM_X_API_KEY },",
    );
    expect(await readConfig(makeFolder({ 'portico.config.ts': text }))).toMatchObject({
      schema: expect.stringMatching(/it's\.graphql$/),
      upstream: 'http://localhost:1/graphql',
      endpoints: expect.stringMatching(/api.rest$/),
    });
  });
});

const CONTENT = {
  schema: 'schema.graphql',
  headers: [],
  endpoints: 'rest',
  dev: 'npx portico dev --mock',
  manager: { install: 'pnpm install', lockfile: 'pnpm-lock.yaml' },
};

describe('renderReadme', () => {
  test('names the folder, the commands and the first request', () => {
    const text = renderReadme({ ...CONTENT, curl: 'curl http://127.0.0.1:4000/v1/books' });
    for (const part of [
      '`rest/v1`',
      'pnpm install\nnpx portico dev --mock\n',
      'requires `pnpm-lock.yaml`',
      'npx portico add <field>',
      'npx portico contracts',
      '/v1/books',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Credentials');
    expect(text).not.toContain('portico serve');
  });

  test('names the variables of credentials', () => {
    const text = renderReadme({ ...CONTENT, upstream: 'https://a/graphql', headers: ['authorization'] });
    expect(text).toContain('- `authorization`: `UPSTREAM_AUTHORIZATION`');
    expect(text).toContain('npx portico serve');
  });

  test('says how to refresh the schema of an upstream', () => {
    const upstream = 'https://a/graphql';
    expect(renderReadme({ ...CONTENT, upstream })).toContain(
      'When the schema of https://a/graphql changes, update `schema.graphql`',
    );
    expect(renderReadme(CONTENT)).not.toContain('changes, update');
  });

  test('installs a package of no registry from its tarball, and says that CI needs it', () => {
    const tarball = { file: '../portico-0.2.0.tgz', install: 'pnpm add ../portico-0.2.0.tgz' };
    const text = renderReadme({ ...CONTENT, tarball });
    expect(text).toContain('```sh\npnpm add ../portico-0.2.0.tgz\nnpx portico dev --mock\n```');
    expect(text).toContain('run `pnpm add ../portico-0.2.0.tgz` and `npx portico contracts`');
    expect(text).toContain('The package is installed from `../portico-0.2.0.tgz`');
    expect(text).not.toContain('pnpm install');
    expect(renderReadme(CONTENT)).not.toContain('installed from');
  });

  test('lists the mutations whose failure nothing tells', () => {
    const text = renderReadme({ ...CONTENT, unconfirmed: ['Mutation.wake'] });
    expect(text).toContain('only an error of GraphQL does.\n\n- `Mutation.wake`\n');
    expect(renderReadme(CONTENT)).not.toContain('unnoticed');
  });

  test('has no gaps without a request', () => {
    expect(renderReadme(CONTENT)).not.toContain('\n\n\n');
  });
});

describe('renderWorkflow', () => {
  test('checks documents and contracts with the whole history', () => {
    const text = renderWorkflow('', ['npm ci']);
    expect(text).toContain('fetch-depth: 0');
    const commands = [...text.matchAll(/- run: (.+)/g)].map(([, command]) => command);
    expect(commands).toEqual(['npm ci', 'npx portico check --github', 'npx portico contracts --check --github']);
    expect(text).not.toContain('working-directory');
  });

  test('runs in the folder of the project', () => {
    expect(renderWorkflow('apps/rest api', [])).toContain('        working-directory: "apps/rest api"\n    steps:\n');
  });
});

describe('renderGraphqlConfig', () => {
  test('lists the type definitions, and the documents of all versions', () => {
    expect(renderGraphqlConfig({ schemas: ['schema.graphql', '../a/b.graphql'], endpoints: 'rest' })).toBe(`schema:
  - schema.graphql
  - ../a/b.graphql
documents: rest/v*/**/*.graphql
`);
  });

  test('puts names into quotation marks that mean something in YAML', () => {
    const text = renderGraphqlConfig({ schemas: ['my schema: a.graphql', '@a.graphql'], endpoints: 'a#b' });
    expect(text).toBe(`schema:
  - "my schema: a.graphql"
  - "@a.graphql"
documents: "a#b/v*/**/*.graphql"
`);
  });
});

describe('renderDirectives', () => {
  test('is not needed where the schema has none of the types', () => {
    expect(renderDirectives(buildSchema('type Query { endpoint: Int }'))).toBeUndefined();
  });

  test('renames the types that the schema has, and nothing else', () => {
    const sdl = 'type Query { in: In } type In { method: Method } enum Method { CARD CASH }';
    const directives = renderDirectives(buildSchema(sdl))!;
    const both = buildSchema(`${sdl}\n${directives}`);
    expect(validateSchema(both)).toEqual([]);
    const typeOf = (directive: string, name: string) =>
      String(both.getDirective(directive)!.args.find((each) => each.name === name)!.type);
    expect(typeOf('endpoint', 'method')).toBe('EndpointMethod!');
    expect(typeOf('param', 'in')).toBe('EndpointIn');
    expect(typeOf('param', 'values')).toBe('[ParamValue!]');
  });
});
