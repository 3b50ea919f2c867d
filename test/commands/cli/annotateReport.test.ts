import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { annotateReport, renderAnnotation } from '../../../src/cli/annotateReport.ts';
import { Repository } from '../../parts/contracts/support/repository.ts';

let folder: string;

/** The last lines of a report with an annotation of each file. */
function annotate(files: readonly (string | undefined)[], cwd: string): string[] {
  const annotations = files.map((file) => ({
    level: 'error' as const,
    title: 'T',
    message: 'M',
    ...(file !== undefined && { file }),
  }));
  const { text, ...rest } = annotateReport({ text: 'Text\n', json: {}, ok: false, annotations }, cwd);
  expect(rest).toEqual({ json: {}, ok: false, annotations });
  return text.split('\n');
}

describe('annotateReport', () => {
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'annotated-')));
    mkdirSync(path.join(folder, 'api/rest'), { recursive: true });
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test('paths are relative to the root of the repository', () => {
    new Repository(folder);
    const files = ['rest/a.graphql', path.join(folder, 'api/gone/b.json'), path.join(folder, 'c.json'), undefined];
    expect(annotate(files, path.join(folder, 'api'))).toEqual([
      'Text',
      '::error file=api/rest/a.graphql,title=T::M',
      '::error file=api/gone/b.json,title=T::M',
      '::error file=c.json,title=T::M',
      '::error title=T::M',
    ]);
  });

  test('paths are relative to the working directory without a repository, and absolute elsewhere', () => {
    const cwd = path.join(folder, 'api');
    expect(annotate(['rest/a.graphql'], cwd)[1]).toBe('::error file=rest/a.graphql,title=T::M');
    expect(annotate(['/etc/a.graphql'], cwd)[1]).toBe('::error file=/etc/a.graphql,title=T::M');
  });

  test('a report without annotations stays as it is', () => {
    const report = { text: 'Text\n', json: {}, ok: true };
    expect(annotateReport(report, folder)).toBe(report);
  });
});

describe('renderAnnotation', () => {
  test('is a workflow command, escaped by the rules of GitHub', () => {
    expect(
      renderAnnotation({
        level: 'error',
        title: '100%: a, b',
        message: 'One: 100%,\r\ntwo::',
        file: 'a,b/c:d.graphql',
        line: 2,
        column: 3,
      }),
    ).toBe('::error file=a%2Cb/c%3Ad.graphql,line=2,col=3,title=100%25%3A a%2C b::One: 100%25,%0D%0Atwo::');
  });

  test('has a place only if there is one', () => {
    expect(renderAnnotation({ level: 'warning', title: 'Title', message: 'Text' })).toBe('::warning title=Title::Text');
  });

  test('has no control characters', () => {
    const text = '\u001B]0;PWNED\u0007';
    expect(renderAnnotation({ level: 'error', title: 'Title', message: text, file: text })).toBe(
      '::error file=\\u001b]0;PWNED\\u0007,title=Title::\\u001b]0;PWNED\\u0007',
    );
  });
});
