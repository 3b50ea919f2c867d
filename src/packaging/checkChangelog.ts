const HEADING = /^## .*$/m;
const RELEASE = /^## \[([^\]]+)\] - (?:\d{4}-\d{2}-\d{2}|Unreleased)$/;

/** Throws an error unless the newest section of the changelog is of this version. */
export function checkChangelog(changelog: string, version: string): void {
  const [heading] = HEADING.exec(changelog) ?? ['no section'];
  if (RELEASE.exec(heading)?.[1] === version) return;
  throw new Error(
    `CHANGELOG.md begins with "${heading}"; expected "## [${version}] - YYYY-MM-DD", or "- Unreleased" until its day: package.json has version ${version}.`,
  );
}
