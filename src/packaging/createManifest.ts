import { isBuiltin } from 'node:module';

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

/**
 * Packages that only some settings need, and the ranges of those that a host may have in other versions; projects with these settings
 * install them.
 */
const OPTIONAL = new Map<string, string | undefined>([
  ['ioredis', undefined],
  ['@modelcontextprotocol/sdk', undefined],
  ['@opentelemetry/api', '^1.9.0'],
  ['@opentelemetry/exporter-prometheus', '>=0.200.0'],
  ['@opentelemetry/sdk-node', '>=0.200.0'],
]);

/** The package.json of the package. `imported` are the ranges of what it imports. */
export function createManifest(
  { version, description, license, engines, peerDependencies }: RootManifest,
  imported: Readonly<Record<string, string>>,
): object {
  const entries = Object.entries(imported);
  const optional = Object.fromEntries(
    entries.filter(([name]) => OPTIONAL.has(name)).map(([name, range]) => [name, OPTIONAL.get(name) ?? range]),
  );
  const dependencies = Object.fromEntries(entries.filter(([name]) => !OPTIONAL.has(name)));
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
      '.': { types: './dist/gateway/index.d.ts', default: './dist/index.js' },
      './directives.graphql': './schema/rest/directives.graphql',
      './package.json': './package.json',
      './server': { types: './dist/gateway/server.d.ts', default: './dist/server.js' },
    },
    bin: { portico: 'dist/portico.js' },
    dependencies,
    peerDependencies: { ...peerDependencies, ...optional },
    peerDependenciesMeta: Object.fromEntries(Object.keys(optional).map((name) => [name, { optional: true }])),
    publishConfig: { access: 'public', provenance: true },
  };
}

/** The dependencies of these modules: caret ranges of their versions. Throws an error that names every import of another package. */
export function selectDependencies(
  modules: readonly { file: string; imports: readonly string[] }[],
  { dependencies, peerDependencies }: Pick<RootManifest, 'dependencies' | 'peerDependencies'>,
): Record<string, string> {
  const selected = new Map<string, string>();
  const faults: string[] = [];
  for (const { file, imports } of modules) {
    for (const specifier of imports) {
      if (/^[./]/.test(specifier) || isBuiltin(specifier)) continue;
      const [name] = /^(@[^/]+\/)?[^/]+/.exec(specifier)!;
      const version = dependencies[name];
      if (version !== undefined) selected.set(name, `^${version}`);
      else if (!(name in peerDependencies)) {
        faults.push(`${file} imports ${name}, which is not in the dependencies of package.json.`);
      }
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return Object.fromEntries([...selected].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The properties of the repository's package.json that the package takes over. */
export interface RootManifest {
  version: string;
  description: string;
  license: string;
  engines: Readonly<Record<string, string>>;
  dependencies: Readonly<Record<string, string>>;
  peerDependencies: Readonly<Record<string, string>>;
}

/** The name of the package in the registry. The command is `portico` in any case. */
export const PACKAGE_NAME = 'portico';

/** The repository that the package is built from; npm refuses a provenance of another. */
export const REPOSITORY_URL = 'https://github.com/portico-rest/portico';
