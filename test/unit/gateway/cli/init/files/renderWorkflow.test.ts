import { expect, test } from 'vitest';
import { renderWorkflow } from '../../../../../../src/gateway/cli/init/files/renderWorkflow.ts';

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
