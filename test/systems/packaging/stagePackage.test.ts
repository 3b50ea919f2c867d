import { describe, expect, test } from 'vitest';
import { type LinkTargets, checkChangelog, rewriteLinks } from '../../../src/packaging/stagePackage.ts';

const targets: LinkTargets = {
  packaged: new Map([
    ['docs/package.md', 'README.md'],
    ['docs/endpoints.md', 'docs/endpoints.md'],
    ['CHANGELOG.md', 'CHANGELOG.md'],
  ]),
  repository: 'https://host/repository/blob/v1',
  exists: (file) => file === 'README.md' || file === 'examples/github',
};

describe('rewriteLinks', () => {
  test.each([
    ['a packaged file', 'docs/package.md', '[a](endpoints.md)', '[a](docs/endpoints.md)'],
    ['a section of it', 'docs/package.md', '[a](endpoints.md#pages)', '[a](docs/endpoints.md#pages)'],
    ['the file that becomes the README', 'docs/endpoints.md', '[a](package.md)', '[a](../README.md)'],
    ['a file above', 'docs/endpoints.md', '[a](../CHANGELOG.md)', '[a](../CHANGELOG.md)'],
    [
      'a file of the repository alone',
      'docs/endpoints.md',
      '[a](../README.md#b)',
      '[a](https://host/repository/blob/v1/README.md#b)',
    ],
    ['a folder', 'docs/package.md', '[a](../examples/github)', '[a](https://host/repository/blob/v1/examples/github)'],
  ])('rewrites a link to %s', (_, file, markdown, expected) => {
    expect(rewriteLinks(markdown, file, targets)).toBe(expected);
  });

  test.each([
    ['an address', '[a](https://example.com/x)'],
    ['a section of the same file', '[a](#b)'],
    ['a span of code', '`[a](x.md)`'],
    ['a block of code', '```md\n[a](x.md)\n```'],
    ['a block in a block', '````md\n```\n[a](x.md)\n```\n````'],
  ])('leaves %s', (_, markdown) => {
    expect(rewriteLinks(markdown, 'docs/package.md', targets)).toBe(markdown);
  });

  test('rewrites a link between code', () => {
    expect(rewriteLinks('`a` [`b`](endpoints.md) `c`\n\n```\n```\n[a](endpoints.md)', 'docs/package.md', targets)).toBe(
      '`a` [`b`](docs/endpoints.md) `c`\n\n```\n```\n[a](docs/endpoints.md)',
    );
  });

  test('names every link to a file that does not exist', () => {
    expect(() => rewriteLinks('[a](x.md) [b](y.md#z) [c](endpoints.md)', 'docs/package.md', targets)).toThrow(
      'docs/package.md links to x.md, which does not exist.\ndocs/package.md links to y.md#z, which does not exist.',
    );
  });
});

const OLDER = '\n\n- A\n\n## [0.1.0] - 2026-01-01\n';

describe('checkChangelog', () => {
  test.each(['## [0.2.0] - 2026-11-22', '## [0.2.0] - Unreleased'])('accepts the version in "%s"', (heading) => {
    expect(() => checkChangelog(`# Changelog\n\n${heading}${OLDER}`, '0.2.0')).not.toThrow();
  });

  test.each([
    ['another version', '## [0.3.0] - 2026-11-22'],
    ['no version', '## [Unreleased]'],
    ['no day', '## [0.2.0]'],
    ['another day', '## [0.2.0] - soon'],
  ])('refuses %s', (_, heading) => {
    expect(() => checkChangelog(`# Changelog\n\n${heading}${OLDER}## [0.2.0] - 2025-01-01`, '0.2.0')).toThrow(
      `CHANGELOG.md begins with "${heading}"; expected "## [0.2.0] - YYYY-MM-DD"`,
    );
  });

  test('refuses a changelog without sections', () => {
    expect(() => checkChangelog('# Changelog\n', '0.2.0')).toThrow('begins with "no section"');
  });
});
