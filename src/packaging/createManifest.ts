import { PACKAGE_NAME, REPOSITORY_URL } from './identity.ts';
import type { RootManifest } from './RootManifest.ts';

const KEYWORDS = [
  'graphql',
  'rest',
  'rest-api',
  'openapi',
  'graphql-to-rest',
  'api',
  'api-gateway',
  'gateway',
  'federation',
  'contracts',
  'mock',
  'express',
];

/** Packages that only some settings need; projects with these settings install them. */
const OPTIONAL = ['ioredis'];

/** The package.json of the package. `imported` are the ranges of what it imports. */
export function createManifest(
  { version, description, license, engines, peerDependencies }: RootManifest,
  imported: Readonly<Record<string, string>>,
): object {
  const entries = Object.entries(imported);
  const optional = Object.fromEntries(entries.filter(([name]) => OPTIONAL.includes(name)));
  const dependencies = Object.fromEntries(entries.filter(([name]) => !OPTIONAL.includes(name)));
  return {
    name: PACKAGE_NAME,
    version,
    description,
    keywords: KEYWORDS,
    homepage: `${REPOSITORY_URL}#readme`,
    bugs: { url: `${REPOSITORY_URL}/issues` },
    repository: { type: 'git', url: `git+${REPOSITORY_URL}.git` },
    license,
    author: 'The Portico authors',
    type: 'module',
    engines,
    exports: {
      '.': { types: './dist/gateway/index.d.ts', default: './dist/gateway/index.js' },
      './directives.graphql': './schema/rest/directives.graphql',
      './package.json': './package.json',
    },
    imports: { '#swagger-ui/*': './vendor/swagger-ui/*' },
    bin: { portico: 'dist/gateway/cli/main.js' },
    dependencies,
    peerDependencies: { ...peerDependencies, ...optional },
    peerDependenciesMeta: Object.fromEntries(Object.keys(optional).map((name) => [name, { optional: true }])),
    publishConfig: { access: 'public', provenance: true },
  };
}
