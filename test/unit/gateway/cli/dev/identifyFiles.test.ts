import { renameSync, unlinkSync, utimesSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { identifyFiles } from '../../../../../src/gateway/cli/dev/identifyFiles.ts';
import { createTestProject } from './support/startDev.ts';

const project = createTestProject({ 'schema.graphql': 'a', 'rest/v1/a.graphql': 'a', 'rest/v1/b.graphql': 'b' });
afterEach(() => project.remove());

test('identifies documents and schema, each by its files', () => {
  const identify = () => identifyFiles(project.at('rest'), project.at('schema.graphql'));
  let last = identify();
  expect(identify()).toEqual(last);
  const expectDifferent = (change: () => void, part: 'documents' | 'schema') => {
    const before = last;
    change();
    last = identify();
    expect(last).toEqual({ ...before, [part]: last[part] });
    expect(last[part]).not.toBe(before[part]);
  };
  expectDifferent(() => project.write('rest/v2/c.graphql', ''), 'documents');
  expectDifferent(() => utimesSync(project.at('rest/v1/a.graphql'), 1, 1), 'documents');
  expectDifferent(() => renameSync(project.at('rest/v1/a.graphql'), project.at('rest/v1/b.graphql')), 'documents');
  expectDifferent(() => unlinkSync(project.at('rest/v1/b.graphql')), 'documents');
  expectDifferent(() => project.write('schema.graphql', 'longer'), 'schema');
  expectDifferent(() => unlinkSync(project.at('schema.graphql')), 'schema');
});
