import type { PackageManager } from '../findPackageManager.ts';
import type { Setup } from '../Setup.ts';
import { headerVariable } from './headerVariable.ts';

/** What a README says about a new project. */
export interface ReadmeContent extends Setup {
  manager: Pick<PackageManager, 'install' | 'lockfile'>;
  /** The tarball that the program was installed from, relative to the folder, and the command that installs it. Absent: a registry has it. */
  tarball?: { file: string; install: string };
  /** The mutations whose result has nothing that tells failure, by their coordinates. */
  unconfirmed?: readonly string[];
  /** The command that serves it during development. */
  dev: string;
  /** A request to the first endpoint; absent: there is none. */
  curl?: string;
}

/** The README of a new project: what is here, and the commands. */
export function renderReadme(content: ReadmeContent): string {
  const { schema, upstream, headers, endpoints, manager, tarball, unconfirmed = [], dev, curl } = content;
  const install = tarball?.install ?? manager.install;
  const secrets = upstream === undefined ? [] : headers;
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
}- \`${endpoints}/conventions.json\` has what all endpoints share: names, pages, errors.
- \`graphql.config.yml\` is for editors: a GraphQL language server, with graphql 16.12 or later, completes and validates the documents.
${unconfirmed.length === 0 ? '' : `\n## Mutations that may fail unnoticed\n\nNothing in the results of these tells whether they failed: only an error of GraphQL does.\n\n${unconfirmed.map((each) => `- \`${each}\``).join('\n')}\n`}${secrets.length === 0 ? '' : `\n## Credentials\n\nThe GraphQL API, ${upstream}, gets these headers from environment variables; no file contains their values.\n\n${secrets.map((header) => `- \`${header}\`: \`${headerVariable(header)}\``).join('\n')}\n`}`;
}
