import { expect, test } from 'vitest';
import { renderReadme } from '../../../../../../src/gateway/cli/init/files/renderReadme.ts';

const CONTENT = {
  schema: 'schema.graphql',
  headers: [],
  endpoints: 'rest',
  dev: 'npx portico dev --mock',
  manager: { install: 'pnpm install', lockfile: 'pnpm-lock.yaml' },
};

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
