// The content of the package, and what is installed with it in an empty folder.
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { buildASTSchema, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PACKAGE_NAME, installTarball } from './support/installTarball.ts';
import { packRepository } from './support/packRepository.ts';
import { run } from './support/run.ts';

const MAX_KIB = 45 * 1024;
const MAX_PACKAGES = 80;
const MAX_MODULES = 125;

interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
}

interface Listed {
  version?: string;
  dependencies?: Record<string, Listed>;
  problems?: string[];
}

let folder: string;
let portico: string;
let files: string[];
let manifest: Manifest;
beforeAll(async () => {
  folder = await installTarball();
  portico = path.join(folder, 'node_modules', PACKAGE_NAME);
  const entries = await readdir(portico, { recursive: true, withFileTypes: true });
  files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(portico, path.join(entry.parentPath, entry.name)));
  manifest = JSON.parse(await readFile(path.join(portico, 'package.json'), 'utf8')) as Manifest;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('what is installed', () => {
  // An optional peer that is not installed is listed without a version.
  const names = ({ dependencies = {} }: Listed): string[] =>
    Object.entries(dependencies).flatMap(([name, listed]) =>
      listed.version === undefined ? [] : [name, ...names(listed)],
    );

  test(`are at most ${MAX_PACKAGES} packages, without conflicts`, async () => {
    const tree = JSON.parse(await run(folder, 'npm', 'ls', '--all', '--json')) as Listed;
    expect(tree.problems).toBeUndefined();
    expect(names(tree)).toContain('graphql');
    expect(new Set(names(tree)).size).toBeLessThanOrEqual(MAX_PACKAGES);
  });

  test('is no database, no web framework and nothing that reports its installation', async () => {
    const tree = JSON.parse(await run(folder, 'npm', 'ls', '--all', '--json')) as Listed;
    const refused = /prisma|^pg$|^pg-|pglite|apollo|express|redis|graphiql|scarf/;
    expect(names(tree).filter((name) => refused.test(name))).toEqual([]);
  });

  test(`takes at most ${MAX_KIB / 1024} MB`, async () => {
    const [size] = (await run(folder, 'du', '-sk', 'node_modules')).split('\t');
    expect(Number(size)).toBeGreaterThan(5 * 1024);
    expect(Number(size)).toBeLessThanOrEqual(MAX_KIB);
  });

  test('runs no scripts', async () => {
    const installed = await readdir(path.join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const manifests = installed.filter((file) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(file));
    expect(manifests.length).toBeGreaterThan(20);
    for (const file of manifests) {
      const { scripts = {} } = JSON.parse(await readFile(path.join(folder, 'node_modules', file), 'utf8')) as {
        scripts?: Record<string, string>;
      };
      expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$/.test(name), file)).toEqual([]);
    }
  });
});

describe('the manifest', () => {
  test('says what the registry shows', () => {
    expect(manifest).toMatchObject({
      name: PACKAGE_NAME,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      license: 'MIT',
      keywords: expect.arrayContaining(['graphql', 'rest', 'openapi']),
      homepage: expect.stringMatching(/^https:/),
      bugs: { url: expect.stringMatching(/^https:/) },
      repository: { type: 'git', url: expect.stringMatching(/^git\+https:.*\.git$/) },
      publishConfig: { access: 'public', provenance: true },
    });
    expect(manifest).not.toHaveProperty('private');
  });

  test('has no dependency that no module names, each as a range', async () => {
    const modules = files.filter((file) => file.endsWith('.js') && file.startsWith('dist/'));
    const sources = (await Promise.all(modules.map((file) => readFile(path.join(portico, file), 'utf8')))).join('\n');
    expect(Object.keys(manifest.dependencies).length).toBeGreaterThan(5);
    for (const [name, range] of Object.entries(manifest.dependencies)) {
      expect(range).toMatch(/^\^\d+\.\d+\.\d+$/);
      expect(sources).toMatch(new RegExp(`(?:from|import\\(|import|resolve\\() ?['"\`]${name}[/'"\`]`));
    }
  });

  test('has every dependency: each module can be loaded', async () => {
    // The program runs where it is imported, and the thread of HEALTH_PORT needs what it is started with.
    const started = ['dist/portico.js', 'dist/gateway/serve/ports/healthThread.js'];
    const modules = files.filter((file) => /^dist\/.*\.js$/.test(file) && !started.includes(file));
    expect(modules.length).toBeGreaterThan(5);
    const urls = JSON.stringify(modules.map((file) => `./node_modules/${PACKAGE_NAME}/${file}`));
    const script = `const all = await Promise.all(${urls}.map((url) => import(url))); console.log(all.length);`;
    expect(await run(folder, process.execPath, '--input-type=module', '-e', script)).toBe(`${modules.length}\n`);
  });

  test('is accepted by npm as it is', async () => {
    const { stderr, stdout } = await publishDryRun(folder, inject('tarball'));
    expect(`\n${stdout}`).toContain(`\n+ ${PACKAGE_NAME}@`);
    const warnings = stderr.split('\n').filter((line) => /npm (?:warn|error) publish/.test(line));
    expect(warnings.filter((line) => !line.includes('requires you to be logged in'))).toEqual([]);
  });
});

describe('the files', () => {
  test('are the bundled modules, their types, documents and licences, and no sources and tests', () => {
    const tops = new Set(files.map((file) => (file.includes('/') ? file.replace(/\/.*/, '/') : file)));
    expect([...tops].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/',
      'docs/',
      'licenses/',
      'package.json',
      'schema/',
    ]);
    const dist = files.filter((file) => file.startsWith('dist/'));
    const types = /^dist\/gateway\/.*\.d\.ts$/;
    const modules = dist.filter((file) => file.endsWith('.js'));
    expect(dist.filter((file) => !types.test(file)).sort()).toEqual(
      modules.flatMap((file) => [file, `${file}.map`]).sort(),
    );
    expect(modules.length).toBeLessThanOrEqual(MAX_MODULES);
  });

  test('are the same bytes whenever they are packed', async () => {
    const again = await packRepository(folder);
    expect((await readFile(again)).equals(await readFile(inject('tarball')))).toBe(true);
  });

  test('have the directives, for editors', async () => {
    const script = `console.log(import.meta.resolve('${PACKAGE_NAME}/directives.graphql'))`;
    const url = await run(folder, process.execPath, '--input-type=module', '-e', script);
    const sdl = await readFile(new URL(url.trim()), 'utf8');
    expect(buildASTSchema(parse(sdl), { assumeValidSDL: true }).getDirective('endpoint')).toBeDefined();
  });

  test('have documents whose links lead to files and sections of the package, or to the web', async () => {
    const documents = files.filter((file) => file.endsWith('.md'));
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/endpoints.md', 'docs/library.md']),
    );
    const texts = new Map(
      await Promise.all(
        documents.map(async (file) => [file, await readFile(path.join(portico, file), 'utf8')] as const),
      ),
    );
    const broken: string[] = [];
    for (const [file, text] of texts) {
      for (const [, link] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (link!.startsWith('https:')) continue;
        const [target = '', section] = link!.split('#');
        const found = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
        const sections = texts.has(found) ? sectionsOf(texts.get(found)!) : [];
        if (!files.includes(found) || (section !== undefined && !sections.includes(section)))
          broken.push(`${file}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test('have a changelog that begins with this version', async () => {
    const changelog = await readFile(path.join(portico, 'CHANGELOG.md'), 'utf8');
    const [heading] = /^## .*$/m.exec(changelog)!;
    expect(heading).toMatch(/^## \[\d+\.\d+\.\d+\] - (?:Unreleased|\d{4}-\d\d-\d\d)$/);
    expect(heading).toContain(`[${manifest.version}]`);
  });

  test('have Swagger UI in a module that is loaded when it is needed, and its licences', async () => {
    const [chunk, ...others] = files.filter((file) => /^dist\/swaggerUi-\w+\.js$/.test(file));
    expect(others).toEqual([]);
    const source = await readFile(path.join(portico, chunk!), 'utf8');
    expect(source.length).toBeGreaterThan(2_000_000);
    expect(source).not.toMatch(/readFileSync|node:fs|swagger-ui-dist/);
    expect((await stat(path.join(portico, `${chunk}.map`))).size).toBeLessThan(1_000);
    expect(files.filter((file) => file.startsWith('licenses/')).length).toBe(4);
    for (const [text] of source.matchAll(/[\w.-]+\.LICENSE\.txt/g))
      expect(files).toContain(`licenses/swagger-ui/${text}`);
  });

  test('have a command that can be executed', async () => {
    const { mode } = await stat(path.join(portico, 'dist/portico.js'));
    expect(mode & 0o111).toBe(0o111);
    expect(await run(folder, 'npx', '--no-install', 'portico', '--help')).toContain('Usage: portico');
  });
});

async function publishDryRun(cwd: string, tarball: string): Promise<{ stdout: string; stderr: string }> {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  return promisify(execFile)('npm', ['publish', tarball, '--dry-run'], { cwd, maxBuffer: 64 * 1024 * 1024 });
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^(`{3,})[^]*?^\1`*$|(`+)(?!`)[^]*?[^`]\2(?!`)/gm, '');
}

/** The anchors of the headings, as GitHub and the registry derive them. */
function sectionsOf(markdown: string): string[] {
  return [...markdown.replace(/^(`{3,})[^]*?^\1`*$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
