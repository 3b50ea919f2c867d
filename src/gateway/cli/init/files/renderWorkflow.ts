/**
 * The GitHub workflow that checks documents and contracts. `folder` is relative to the root of the repository; '' is the root.
 * `install` are the commands that install packages.
 */
export function renderWorkflow(folder: string, install: readonly string[]): string {
  const directory =
    folder === '' ? '' : `    defaults:\n      run:\n        working-directory: ${JSON.stringify(folder)}\n`;
  return `name: Portico

on:
  push:
    branches: [main, master]
  pull_request:

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
${directory}    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0 # contracts are compared with those of every commit
      - uses: actions/setup-node@v4
        with:
          node-version: 22
${install.map((command) => `      - run: ${command}\n`).join('')}      - run: npx portico check --github
      - run: npx portico contracts --check --github
`;
}
