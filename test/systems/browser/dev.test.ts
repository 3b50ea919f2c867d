// The API reference of `portico dev` in a browser: a person edits files beside it.
import { afterAll, afterEach, expect, test } from 'vitest';
import {
  type TestDev,
  type TestProject,
  createTestProject,
  startDev,
} from '../../commands/authoring/dev/support/startDev.ts';
import { openBrowser, openPage } from './support/openPage.ts';

const browser = await openBrowser();
afterAll(() => browser.close());

let project: TestProject;
let dev: TestDev;
afterEach(async () => {
  await dev.close();
  project.remove();
});

const DOCUMENT = 'query getBook @endpoint(method: GET, path: "/book") { book { id } }\n';
const FILES = {
  'schema.graphql': 'type Query { book: Book } type Book { id: ID! title: String }',
  'rest/v1/getBook.graphql': DOCUMENT,
};

async function open(files: Readonly<Record<string, string>>) {
  project = createTestProject(files);
  dev = await startDev(
    { schema: project.at('schema.graphql'), endpoints: project.at('rest'), mock: true },
    project.folder,
    { BASE_PATH: '/api' },
  );
  const opened = await openPage(browser, `${dev.url}/docs`);
  return { ...opened, banner: opened.page.locator('#dev') };
}

test('shows the problems of a change and the endpoints of the next one, without a reload of the page', async () => {
  const { page, banner, outside, errors } = await open(FILES);
  await page.locator('.opblock[id$="-getBook"]').waitFor();
  expect(await banner.textContent()).toBe('');
  await page.evaluate('globalThis.isSamePage = true');

  project.write('rest/v1/getBook.graphql', DOCUMENT.replace('id', '<b>'));
  await banner.locator('.problems').waitFor();
  const text = await banner.locator('.problems').textContent();
  expect(text).toContain('The last change is not served');
  expect(text).toMatch(/getBook\.graphql:1:\d+: .*"<"/);
  expect(text).toContain('hint: ');
  // The last good version.
  expect(await page.locator('.opblock[id$="-getBook"]').count()).toBe(1);

  project.write('rest/v1/getBook.graphql', DOCUMENT);
  await expect.poll(() => banner.textContent()).toBe('');
  project.write('rest/v1/getTitle.graphql', 'query getTitle @endpoint(method: GET, path: "/title") { book { title } }');
  await page.locator('.opblock[id$="-getTitle"]').waitFor();
  expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
  expect({ outside, errors }).toEqual({ outside: [], errors: [] });
});

test('shows the problems of a first start, and the reference when they are fixed', async () => {
  const { page, banner, errors } = await open({ ...FILES, 'rest/v1/getBook.graphql': 'query {' });
  await banner.locator('.problems').waitFor();
  project.write('rest/v1/getBook.graphql', DOCUMENT);
  await page.locator('.opblock[id$="-getBook"]').waitFor();
  expect(await page.locator('#dev').textContent()).toBe('');
  expect(errors).toEqual([]);
});

test('lists a new version', async () => {
  const { page } = await open(FILES);
  await page.locator('.opblock[id$="-getBook"]').waitFor();
  project.write('rest/v2/getBook.graphql', DOCUMENT.replace('id', 'id title'));
  await expect.poll(() => page.locator('#select option').allTextContents()).toContain('Version 2');
});
