// The tarball in a host's program that a bundler made one file of, which is deployed without its packages.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installTarball } from './support/installTarball.ts';
import { run } from './support/run.ts';
import { startProgram } from './support/startProgram.ts';

const SDL = 'type Query { note(id: ID!): Note } type Note { id: ID! text: String! }';

/** The program of a host; `source` is an option of createPortico. */
const renderProgram = (source: string) => `import { createServer } from 'node:http';
import { buildSchema } from 'graphql';
import { createPortico } from 'portico';
import plan from './plan.json';

const schema = buildSchema(${JSON.stringify(SDL)});
schema.getQueryType().getFields().note.resolve = (_, { id }) => (id === '1' ? { id, text: 'Buy milk' } : null);
const server = createServer(createPortico({ schema, docs: '/docs', ${source} }).handler);
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: \`http://127.0.0.1:\${server.address().port}\` }));
});
`;

const ENDPOINT = `"Read a note."
query getNote($id: ID!) @endpoint(method: GET, path: "/notes/{id}") {
  note(id: $id) {
    id
    text
  }
}
`;

/** Where a program has its endpoints, by its name. */
const SOURCES = { withPlan: 'plan', withFolder: "endpoints: 'rest'" };
const FORMATS = ['mjs', 'cjs'] as const;

/** Makes one file of each program, in the folder `out`; returns what the bundler warned of. */
type Bundle = (entries: Record<string, string>, out: string, format: 'mjs' | 'cjs') => Promise<unknown[]>;

const BUNDLERS: Readonly<Record<string, (require: NodeJS.Require) => Bundle>> = {
  esbuild: (require) => {
    const { build } = require('esbuild') as typeof import('esbuild');
    return async (entryPoints, outdir, extension) => {
      const format = extension === 'mjs' ? 'esm' : 'cjs';
      const output = { outdir, format, outExtension: { '.js': `.${extension}` } } as const;
      const { warnings } = await build({ ...output, entryPoints, bundle: true, platform: 'node', logLevel: 'silent' });
      return warnings;
    };
  },
  webpack: (require) => {
    const webpack = require('webpack') as Webpack;
    return async (entry, folder, extension) => {
      const module = extension === 'mjs';
      const output = { path: folder, filename: `[name].${extension}`, module };
      const settings = { mode: 'production', optimization: { minimize: false }, experiments: { outputModule: module } };
      const stats = await new Promise<WebpackStats>((resolve, reject) => {
        const settle = (error: Error | null, made?: WebpackStats) => (made ? resolve(made) : reject(error!));
        webpack({ ...settings, target: 'node20', entry, output }, settle);
      });
      const { warnings = [], errors = [] } = stats.toJson({ all: false, warnings: true, errors: true });
      return [...errors, ...warnings];
    };
  },
};

type Webpack = (configuration: object, settle: (error: Error | null, stats?: WebpackStats) => void) => void;

interface WebpackStats {
  toJson(options: object): { warnings?: unknown[]; errors?: unknown[] };
}

let deployed: string;
const warnings: unknown[] = [];
beforeAll(async () => {
  const project = await installTarball('graphql@16', 'webpack@5.112.2', 'esbuild@0.28.2');
  deployed = await mkdtemp(path.join(tmpdir(), 'portico-bundles-'));
  try {
    await mkdir(path.join(project, 'rest/v1'), { recursive: true });
    await writeFile(path.join(project, 'rest/v1/getNote.graphql'), ENDPOINT);
    await writeFile(path.join(project, 'schema.graphql'), SDL);
    const args = ['--schema', 'schema.graphql', '--endpoints', 'rest', '--out', 'plan.json'];
    await run(project, 'npx', '--no-install', 'portico', 'build', ...args);
    const entries: Record<string, string> = {};
    for (const [name, source] of Object.entries(SOURCES)) {
      entries[name] = path.join(project, `${name}.js`);
      await writeFile(entries[name], renderProgram(source));
    }
    const require = createRequire(path.join(project, 'package.json'));
    for (const [bundler, load] of Object.entries(BUNDLERS)) {
      for (const format of FORMATS) {
        warnings.push(...(await load(require)(entries, path.join(deployed, bundler), format)));
      }
      await cp(path.join(project, 'rest'), path.join(deployed, bundler, 'rest'), { recursive: true });
    }
  } finally {
    // Nothing is left that a program could still read.
    await rm(project, { recursive: true, force: true });
  }
});
afterAll(() => rm(deployed, { recursive: true, force: true }));

test('bundlers warn of nothing', () => {
  expect(warnings).toEqual([]);
});

describe.each(Object.keys(BUNDLERS))('%s makes a program', (bundler) => {
  test.each(Object.keys(SOURCES).flatMap((name) => FORMATS.map((format) => `${name}.${format}`)))(
    '%s that serves',
    async (file) => {
      const { ready, stop } = await startProgram(path.join(deployed, bundler), file);
      try {
        const response = await fetch(`${ready.url}/v1/notes/1`);
        expect([response.status, await response.json()]).toEqual([200, { id: '1', text: 'Buy milk' }]);
        expect((await fetch(`${ready.url}/v1/notes/2`)).status).toBe(404);
        const reference = await fetch(`${ready.url}/docs`);
        const scripts = Array.from((await reference.text()).matchAll(/src="([^"]+)"/g), ([, address]) => address!);
        for (const address of ['/v1/openapi.json', ...scripts]) {
          expect([address, (await fetch(ready.url + address)).status]).toEqual([address, 200]);
        }
        expect(scripts).not.toEqual([]);
      } finally {
        await stop();
      }
    },
  );
});
