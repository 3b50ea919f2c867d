// What is not packed: a changelog of another version, a link to nothing, and an import of nobody's.
import { expect, test } from 'vitest';
import { selectDependencies } from '../../../src/packaging/createManifest.ts';
import { checkChangelog, rewriteLinks } from '../../../src/packaging/stagePackage.ts';

const changelog = (heading: string) => `# Changelog\n\n${heading}\n\n- A\n\n## [0.1.0] - 2026-01-01\n`;

test.each(['2026-11-22', 'Unreleased'])('a changelog of this version has the day %s', (day) => {
  expect(() => checkChangelog(changelog(`## [0.2.0] - ${day}`), '0.2.0')).not.toThrow();
});

test.each(['## [0.3.0] - 2026-11-22', '## [Unreleased]', '## [0.2.0]', '## [0.2.0] - soon'])(
  'a changelog of another version is refused: %s',
  (heading) => {
    expect(() => checkChangelog(changelog(heading), '0.2.0')).toThrow(
      `CHANGELOG.md begins with "${heading}"; expected "## [0.2.0] - YYYY-MM-DD", or "- Unreleased" until its day: package.json has version 0.2.0.`,
    );
  },
);

test('a changelog without sections is refused', () => {
  expect(() => checkChangelog('# Changelog\n', '0.2.0')).toThrow('begins with "no section"');
});

test('every link to a file that does not exist is named', () => {
  const targets = { packaged: new Map([['docs/a.md', 'a.md']]), repository: 'https://host', exists: () => false };
  expect(() => rewriteLinks('[a](x.md) `[a](z.md)` [b](y.md#z) [c](a.md)', 'docs/b.md', targets)).toThrow(
    /^docs\/b\.md links to x\.md, which does not exist\.\ndocs\/b\.md links to y\.md#z, which does not exist\.$/,
  );
});

test('every import of what is no dependency is named', () => {
  const manifest = { dependencies: { zod: '4.6.7' }, peerDependencies: { graphql: '^16.12.0' } };
  const imports = ['zod/v4', 'graphql/language', 'node:path', 'fs', './b.js', '@c/d/e'];
  expect(() => selectDependencies([{ file: 'a.js', imports }], manifest)).toThrow(
    /^a\.js imports @c\/d, which is not in the dependencies of package\.json\.$/,
  );
});
