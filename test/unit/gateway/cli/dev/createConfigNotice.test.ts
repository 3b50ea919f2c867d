import { afterEach, expect, test } from 'vitest';
import { rmSync } from 'node:fs';
import { createConfigNotice } from '../../../../../src/gateway/cli/dev/createConfigNotice.ts';
import { type TestDev, type TestProject, createTestProject, startDev } from './support/startDev.ts';

const CONFIG = '{ "schema": "schema.graphql", "endpoints": "rest" }';

let project: TestProject;
afterEach(() => project.remove());

test('says once what each change means', () => {
  project = createTestProject({ 'portico.config.json': CONFIG });
  const file = project.at('portico.config.json');
  const notice = createConfigNotice(file);
  const write = (text: string) => project.write('portico.config.json', text);
  expect(notice()).toBeUndefined();
  write(CONFIG);
  expect(notice()).toBeUndefined();
  write(`${CONFIG}\n`);
  expect(notice()).toBe(`${file} has changed; restart to apply it`);
  expect(notice()).toBeUndefined();
  write(`${CONFIG}\n\n`);
  expect(notice()).toBe(`${file} has changed; restart to apply it`);
  write(CONFIG);
  expect(notice()).toBe(`${file} is as it was at startup again`);
  expect(notice()).toBeUndefined();
  rmSync(file);
  expect(notice()).toBe(`${file} has changed; restart to apply it`);
});

test('a configuration that is saved again is not announced again', async () => {
  project = createTestProject({
    'portico.config.json': CONFIG,
    'schema.graphql': 'type Query { book: Int }',
    'rest/v1/getBook.graphql': 'query getBook @endpoint(method: GET, path: "/book") { book }',
  });
  const dev: TestDev = await startDev({ mock: true }, project.folder);
  try {
    project.write('portico.config.json', `${CONFIG}\n`);
    await dev.expectOutput('restart to apply it');
    project.write('portico.config.json', `${CONFIG}\n`);
    project.write('portico.config.json', CONFIG);
    await dev.expectOutput('is as it was at startup again');
    expect(dev.output().match(/restart to apply it/g)).toHaveLength(1);
  } finally {
    await dev.close();
  }
});
