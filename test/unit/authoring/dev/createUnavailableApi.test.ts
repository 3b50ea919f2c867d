import { afterEach, expect, test } from 'vitest';
import { renderProblemPage } from '../../../../src/authoring/dev/createUnavailableApi.ts';
import { type TestDev, type TestProject, createTestProject, startDev } from './support/startDev.ts';

let project: TestProject | undefined;
let dev: TestDev | undefined;
afterEach(async () => {
  await dev?.close();
  project?.remove();
});

/** The page as a browser without JavaScript gets it. */
function pageOf(...problems: Parameters<typeof renderProblemPage>[1]): string {
  return renderProblemPage('/api', problems).get('/api/docs')!.body.toString();
}

test('has each problem with its place and its hint', () => {
  const page = pageOf(
    { place: 'rest/v1/a.graphql:1:2', message: 'It is wrong.', hint: 'Correct it.' },
    { message: 'b' },
  );
  expect(page).toContain('<h2>The API is not served until this is fixed</h2>');
  expect(page).toContain('<li>rest/v1/a.graphql:1:2: It is wrong.\n  hint: Correct it.</li><li>b</li>');
});

test('shows texts of documents as text', () => {
  const page = pageOf({ message: '<script>alert(1)</script>\u0007' });
  expect(page).toContain('<li>&#60;script&#62;alert(1)&#60;/script&#62;\\u0007</li>');
});

test('has no section where nothing is wrong', () => {
  expect(pageOf()).not.toContain('<section');
});

test('a start that is broken serves its problems in the HTML of /docs', async () => {
  project = createTestProject({ 'schema.graphql': 'type Query { book: Int }', 'rest/v1/a.graphql': 'query {' });
  const options = { schema: project.at('schema.graphql'), endpoints: project.at('rest'), mock: true };
  dev = await startDev(options, project.folder);
  const page = await (await fetch(`${dev.url}/docs`)).text();
  expect(page).toMatch(/<li>[^<]*a\.graphql:1:\d+: Syntax Error: [^<]+<\/li>/);
});
