import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { checkChangelog } from './checkChangelog.ts';
import { createManifest } from './createManifest.ts';
import { findImports } from './findImports.ts';
import { PACKAGE_NAME, REPOSITORY_URL } from './identity.ts';
import { PACKAGED_DOCUMENTS } from './packagedDocuments.ts';
import { renamePackage } from './renamePackage.ts';
import { rewriteLinks } from './rewriteLinks.ts';
import type { RootManifest } from './RootManifest.ts';
import { selectDependencies } from './selectDependencies.ts';

/** Files that are packaged as they are. */
const COPIED = ['LICENSE', 'schema/rest/directives.graphql'];

/** The served files of Swagger UI and their licences; the rest of its package is 10 MB. */
const SWAGGER_UI = [
  'LICENSE',
  'NOTICE',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui-standalone-preset.js',
  'swagger-ui-standalone-preset.js.LICENSE.txt',
  'swagger-ui.css',
];

/**
 * Writes the content of the package to an empty folder: the compiled gateway, its manifest and its documents. Throws an error
 * that names what is missing or does not fit.
 */
export function stagePackage(root: string, stage: string): void {
  const manifest = JSON.parse(read('package.json')) as RootManifest;
  checkChangelog(read('CHANGELOG.md'), manifest.version);
  for (const file of COPIED) cpSync(path.join(root, file), path.join(stage, file));
  for (const file of SWAGGER_UI) {
    cpSync(path.join(root, 'node_modules/swagger-ui-dist', file), path.join(stage, 'vendor/swagger-ui', file));
  }
  const targets = {
    packaged: new Map([...PACKAGED_DOCUMENTS, ...COPIED.map((file): [string, string] => [file, file])]),
    repository: `${REPOSITORY_URL}/blob/v${manifest.version}`,
    exists: (file: string) => existsSync(path.join(root, file)),
  };
  for (const [file, destination] of PACKAGED_DOCUMENTS) {
    write(destination, renamePackage(rewriteLinks(read(file), file, targets), PACKAGE_NAME));
  }

  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const dist = path.join(stage, 'dist');
  const args = [compiler, '-p', path.join(root, 'tsconfig.package.json'), '--outDir', dist];
  execFileSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  chmodSync(path.join(dist, 'gateway/cli/main.js'), 0o755);

  const modules = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file: `dist/${file}`, imports: findImports(readFileSync(path.join(dist, file), 'utf8')) }));
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
