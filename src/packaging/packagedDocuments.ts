/** The path in the package of each document, by its path in the repository. */
export const PACKAGED_DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['docs/package.md', 'README.md'],
  ['CHANGELOG.md', 'CHANGELOG.md'],
  ['docs/endpoints.md', 'docs/endpoints.md'],
  ['docs/library.md', 'docs/library.md'],
  ['docs/cli.md', 'docs/cli.md'],
  ['docs/contracts.md', 'docs/contracts.md'],
  ['docs/deployment.md', 'docs/deployment.md'],
  ['docs/errors.md', 'docs/errors.md'],
  ['docs/security.md', 'docs/security.md'],
]);
