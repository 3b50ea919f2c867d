import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePackage } from './bundleProgram.ts';
import { REPOSITORY_URL, type RootManifest, createManifest, selectDependencies } from './createManifest.ts';

const COPIED = ['LICENSE', 'schema/rest/directives.graphql'];

/** The licences of Swagger UI, whose files are in the bundle. */
const SWAGGER_UI_LICENSES = [
  'LICENSE',
  'NOTICE',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui-standalone-preset.js.LICENSE.txt',
];

/** The modules that hosts, shells, threads and processes load, by the names of their files in `dist`. */
const ENTRIES = {
  index: 'gateway/index.ts',
  server: 'gateway/server.ts',
  portico: 'cli/portico.ts',
  'gateway/serve/ports/healthThread': 'gateway/serve/ports/healthThread.js',
  'authoring/dev/breakSearchProcess': 'authoring/dev/breakSearchProcess.ts',
};

/** Writes the content of the package to an empty folder. Throws an error that names what is missing or does not fit. */
export async function stagePackage(root: string, stage: string): Promise<void> {
  const manifest = JSON.parse(read('package.json')) as RootManifest;
  checkChangelog(read('CHANGELOG.md'), manifest.version);
  for (const file of COPIED) cpSync(path.join(root, file), path.join(stage, file));
  for (const file of SWAGGER_UI_LICENSES) {
    cpSync(path.join(root, 'node_modules/swagger-ui-dist', file), path.join(stage, 'licenses/swagger-ui', file));
  }
  const targets = {
    packaged: new Map([...PACKAGED_DOCUMENTS, ...COPIED.map((file): [string, string] => [file, file])]),
    repository: `${REPOSITORY_URL}/blob/v${manifest.version}`,
    exists: (file: string) => existsSync(path.join(root, file)),
  };
  for (const [file, destination] of PACKAGED_DOCUMENTS) {
    write(destination, rewriteLinks(read(file), file, targets));
  }

  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const dist = path.join(stage, 'dist');
  const args = [compiler, '-p', path.join(root, 'tsconfig.package.json'), '--outDir', dist];
  execFileSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  const { outputs } = await bundlePackage(path.join(root, 'src'), ENTRIES, dist);
  chmodSync(path.join(dist, 'portico.js'), 0o755);

  const modules = Object.entries(outputs).map(([file, { imports }]) => ({
    file: path.relative(stage, file),
    imports: imports.filter(({ external }) => external).map(({ path: specifier }) => specifier),
  }));
  const dependencies = selectDependencies(modules, manifest);
  write('package.json', `${JSON.stringify(createManifest(manifest, dependencies), null, 2)}\n`);

  function read(file: string): string {
    return readFileSync(path.join(root, file), 'utf8');
  }

  function write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(stage, file)), { recursive: true });
    writeFileSync(path.join(stage, file), text);
  }
}

/** Pages of `docs` that are packaged at their path. */
const PAGES = [
  'endpoints',
  'library',
  'cli',
  'contracts',
  'deployment',
  'errors',
  'migrate',
  'security',
  'settings',
  'telemetry',
];

/** The path in the package of each document, by its path in the repository. */
const PACKAGED_DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['docs/package.md', 'README.md'],
  ...['CHANGELOG.md', ...PAGES.map((page) => `docs/${page}.md`)].map((file): [string, string] => [file, file]),
]);

export interface LinkTargets {
  /** The path in the package of each packaged file, by its path in the repository. */
  packaged: ReadonlyMap<string, string>;
  /** The address of the repository's folder, without a trailing slash. */
  repository: string;
  exists(file: string): boolean;
}

/** Code, where nothing is a link, or a link. */
const CODE_OR_LINK = /^(`{3,})[^]*?^\1`*$|(`+)(?!`)[^]*?[^`]\2(?!`)|\]\(([^()\s]+)\)/gm;

/** Rewrites the links of a Markdown file: within the package relative, others to the repository. Throws an error that names broken ones. */
export function rewriteLinks(markdown: string, file: string, { packaged, repository, exists }: LinkTargets): string {
  const broken: string[] = [];
  const rewritten = markdown.replace(CODE_OR_LINK, (match: string, _fence, _ticks, link: string | undefined) => {
    if (link === undefined || /^(?:[a-z]+:|#)/.test(link)) return match;
    const [target = '', ...fragment] = link.split(/(?=#)/);
    const source = path.posix.join(path.posix.dirname(file), target);
    const destination = packaged.get(source);
    if (destination === undefined && !exists(source)) broken.push(`${file} links to ${link}, which does not exist.`);
    const address =
      destination === undefined
        ? `${repository}/${source}`
        : path.posix.relative(path.posix.dirname(packaged.get(file) ?? file), destination);
    return `](${address}${fragment.join('')})`;
  });
  if (broken.length > 0) throw new Error(broken.join('\n'));
  return rewritten;
}

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
