import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { annotateReport } from '../../../../../src/gateway/cli/github/annotateReport.ts';
import { Repository } from '../../contracts/support/repository.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'annotated-')));
  mkdirSync(path.join(folder, 'api/rest'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The last lines of a report with an annotation of each file. */
function annotate(files: readonly (string | undefined)[], cwd: string, env = {}): string[] {
  const annotations = files.map((file) => ({
    level: 'error' as const,
    title: 'T',
    message: 'M',
    ...(file !== undefined && { file }),
  }));
  const { text, ...rest } = annotateReport({ text: 'Text\n', json: {}, ok: false, annotations }, env, cwd);
  expect(rest).toEqual({ json: {}, ok: false, annotations });
  return text.split('\n');
}

test('paths are relative to the root of the repository, with or without symbolic links', () => {
  new Repository(folder);
  const link = `${folder}-link`;
  symlinkSync(folder, link);
  const files = ['rest/a.graphql', path.join(folder, 'api/gone/b.json'), path.join(link, 'api/rest/c.json'), undefined];
  expect(annotate(files, path.join(folder, 'api'), { GITHUB_WORKSPACE: '/elsewhere' })).toEqual([
    'Text',
    '::error file=api/rest/a.graphql,title=T::M',
    '::error file=api/gone/b.json,title=T::M',
    '::error file=api/rest/c.json,title=T::M',
    '::error title=T::M',
  ]);
  rmSync(link);
});

test('paths are relative to the checkout where git is not available, and else to the working directory', () => {
  const cwd = path.join(folder, 'api');
  expect(annotate(['rest/a.graphql'], cwd, { GITHUB_WORKSPACE: folder })[1]).toBe(
    '::error file=api/rest/a.graphql,title=T::M',
  );
  expect(annotate(['rest/a.graphql'], cwd)[1]).toBe('::error file=rest/a.graphql,title=T::M');
  expect(annotate(['/etc/a.graphql'], cwd)[1]).toBe('::error file=/etc/a.graphql,title=T::M');
});

test('a report without annotations stays as it is', () => {
  const report = { text: 'Text\n', json: {}, ok: true };
  expect(annotateReport(report, {}, folder)).toBe(report);
});
