import { expect, test } from 'vitest';
import { checkChangelog } from '../../../src/packaging/checkChangelog.ts';

const OLDER = '\n\n- A\n\n## [0.1.0] - 2026-01-01\n';

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
