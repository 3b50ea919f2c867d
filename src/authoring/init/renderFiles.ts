// The texts of the files of a new project.
import { readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { headerVariable } from '../../project/readSources.ts';
import type { Setup } from './Setup.ts';
import type { PackageManager } from './findProjectFiles.ts';

/** `portico.config.ts`, which imports this package. Values of headers are read from environment variables. */
export function renderConfig({ schema, upstream, headers, endpoints }: Setup, packageName: string): string {
  const lines = [
    `schema: ${quote(schema)},`,
    ...(upstream === undefined ? [] : [`upstream: ${quote(upstream)},`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.map(property).join(', ')} },`]),
    `endpoints: ${quote(endpoints)},`,
  ];
  return `import { defineConfig } from ${quote(packageName)};\n\nexport default defineConfig({\n${lines.map((line) => `  ${line}\n`).join('')}});\n`;
}

function property(header: string): string {
  const name = /^[a-z]\w*$/.test(header) ? header : quote(header);
  return `${name}: process.env.${headerVariable(header)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

/** What a README says about a new project. */
export interface ReadmeContent extends Setup {
  manager: Pick<PackageManager, 'install' | 'lockfile'>;
  /** The tarball that the program was installed from, relative to the folder, and the command that installs it. Absent: a registry has it. */
  tarball?: { file: string; install: string } | undefined;
  /** The mutations whose result has nothing that tells failure, by their coordinates. */
  unconfirmed?: readonly string[] | undefined;
  /** The command that serves it during development. */
  dev: string;
  /** A request to the first endpoint; absent: there is none. */
  curl?: string | undefined;
}

/** The README of a new project: what is here, and the commands. */
export function renderReadme(content: ReadmeContent): string {
  const { schema, upstream, headers, endpoints, manager, tarball, unconfirmed = [], dev, curl } = content;
  const install = tarball?.install ?? manager.install;
  return `# REST API

A REST API over a GraphQL schema, served by Portico. An endpoint is one GraphQL operation in one file below \`${endpoints}/v1\`, in a
folder for each resource; recurring parts of responses are fragments in \`${endpoints}/v1/shapes\`.

\`\`\`sh
${install}
${dev}
\`\`\`
${curl === undefined ? '' : `\n\`\`\`sh\n${curl}\n\`\`\`\n`}
| command                   | what it does                                                    |
| ------------------------- | --------------------------------------------------------------- |
| \`npx portico dev\`         | serves, and reloads changed files; \`--mock\` returns mock data   |
| \`npx portico add <field>\` | adds an endpoint for one more field of the schema               |
| \`npx portico check\`       | validates the endpoint documents                                |
| \`npx portico routes\`      | lists the endpoints                                             |
| \`npx portico contracts\`   | writes the OpenAPI documents, and refuses breaking changes      |
${upstream === undefined ? '' : '| `npx portico serve`       | serves in production                                            |\n'}
Before the first commit, run \`${install}\` and \`npx portico contracts\`: the workflow requires \`${manager.lockfile}\` and the contracts.
${tarball === undefined ? '' : `\nThe package is installed from \`${tarball.file}\`, which every installation needs, in CI too: keep it in the repository while no registry has the package.\n`}
- \`portico.config.ts\` names the schema (\`${schema}\`) and the folder of endpoint documents.
${
  upstream === undefined
    ? ''
    : `- When the schema of ${upstream} changes, update \`${schema}\` with any tool that prints SDL, or remove \`schema\` from
  \`portico.config.ts\`: every command introspects the API then.
`
}- \`${endpoints}/api.json\` has the name of the API in media types, and how a version is selected.
- \`${endpoints}/conventions.json\` has what all endpoints share: names, pages, errors.
- \`graphql.config.yml\` is for editors: a GraphQL language server, with graphql 16.12 or later, completes and validates the documents.
${unconfirmed.length === 0 ? '' : `\n## Mutations that may fail unnoticed\n\nNothing in the results of these tells whether they failed: only an error of GraphQL does.\n\n${unconfirmed.map((coordinate) => `- \`${coordinate}\``).join('\n')}\n`}${headers.length === 0 ? '' : `\n## Credentials\n\nThe GraphQL API, ${upstream}, gets these headers from environment variables; no file contains their values.\n\n${headers.map((header) => `- \`${header}\`: \`${headerVariable(header)}\``).join('\n')}\n`}`;
}

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

/** `graphql.config.yml`, for language servers: the type definitions and the documents that belong together. */
export function renderGraphqlConfig({ schemas, endpoints }: { schemas: readonly string[]; endpoints: string }): string {
  const items = schemas.map((schema) => `  - ${scalar(schema)}\n`).join('');
  return `schema:\n${items}documents: ${scalar(`${endpoints}/v*/**/*.graphql`)}\n`;
}

/** A text in YAML, in quotation marks where it may need them. */
function scalar(text: string): string {
  return /^[\w.][\w./*-]*$/.test(text) ? text : JSON.stringify(text);
}

const FILE = new URL('../../../schema/rest/directives.graphql', import.meta.url);

/**
 * The endpoint directives with other names for the types that the schema defines too: editors merge both. Endpoint documents never
 * name these types. Undefined where the schema defines none of them.
 */
export function renderDirectives(schema: GraphQLSchema): string | undefined {
  const text = readFileSync(FILE, 'utf8');
  const types = [...text.matchAll(/^(?:enum|input|scalar) (\w+)/gm)].map(([, name]) => name!);
  const taken = types.filter((name) => schema.getType(name));
  if (taken.length === 0) return undefined;
  return text.replace(new RegExp(`(?<=^(?:enum|input|scalar) |: \\[?)(?:${taken.join('|')})\\b`, 'gm'), 'Endpoint$&');
}
