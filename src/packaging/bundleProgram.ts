// Programs and libraries as few files: reading, resolving and linking hundreds of modules takes most of a start. The names of
// functions stay as they are, and each file says in comments where its parts come from, so stack traces stay readable.
import { readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Metafile, type Plugin, build } from 'esbuild';

/** Packages that read files of their own by their path, or that are installed only where they are used. */
const SEPARATE = [
  '@electric-sql/pglite',
  '@modelcontextprotocol/sdk',
  '@opentelemetry/api',
  '@opentelemetry/exporter-prometheus',
  '@opentelemetry/sdk-node',
  'jiti',
  'ioredis',
  'pg-native',
];

/** Packages in CommonJS call `require`, for modules of Node. */
const REQUIRE = `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`;

/**
 * Bundles the program that begins with the module `entry` into the folder `out`, which is emptied: a file named after the entry,
 * and one for each part that is loaded later. Both have to be inside the project, whose packages stay necessary. Returns what
 * each file contains.
 */
export async function bundleProgram(entry: string, out: string): Promise<Metafile> {
  rmSync(out, { recursive: true, force: true });
  const { metafile } = await build({
    ...SHARED,
    entryPoints: [entry],
    outdir: out,
    entryNames: '[name]',
    external: SEPARATE.flatMap((name) => [name, `${name}/*`]),
    banner: { js: REQUIRE },
    plugins: [
      selectGraphql(entry),
      leaveCommands(out),
      inlineJsoncParser(),
      INLINE_SWAGGER_UI,
      keepUrls((file) => path.relative(out, file)),
    ],
  });
  return metafile;
}

/**
 * Bundles a package into the folder `out`: `entries` are the modules by the names of their files in `out`, without an extension.
 * What they share or load later is in files beside them, and every file has a source map. Dependencies stay outside: a library
 * shares those of its host. The modules find other files of the package as if they stood in `out` as they stand in `src`. Returns what
 * each file imports.
 */
export async function bundlePackage(
  src: string,
  entries: Readonly<Record<string, string>>,
  out: string,
): Promise<Metafile> {
  const { metafile } = await build({
    ...SHARED,
    entryPoints: Object.entries(entries).map(([name, module]) => ({ in: path.join(src, module), out: name })),
    outdir: out,
    packages: 'external',
    sourcemap: true,
    plugins: [inlineJsoncParser(), INLINE_SWAGGER_UI, keepUrls((file) => path.relative(src, file))],
  });
  return metafile;
}

const SHARED = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  metafile: true,
  logLevel: 'warning',
} as const;

/** Selects one build of a package: two copies of graphql refuse each other's objects. */
function selectGraphql(entry: string): Plugin {
  const { resolve } = createRequire(path.resolve(entry));
  return {
    name: 'select-graphql',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^graphql(?:\/|$)/ }, ({ path: specifier }) => ({
        path: resolve(specifier).replace(/\.js$/, '.mjs'),
        sideEffects: false,
      }));
    },
  };
}

/** What runs the commands beside `serve`. */
const COMMANDS =
  /\/(?:cli\/(?:commands|migrate|token|schema|compose)|authoring\/\w+\/\w+|service\/composeSchema)\.[jt]s$/;

/** Leaves the other commands where they are: nobody runs them from the bundle, and each would divide it into more files. */
function leaveCommands(out: string): Plugin {
  return {
    name: 'leave-commands',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^\.\.?\// }, ({ kind, path: specifier, resolveDir }) => {
        const file = path.resolve(resolveDir, specifier);
        if (kind !== 'dynamic-import' || !COMMANDS.test(file.replaceAll(path.sep, '/'))) return undefined;
        return { path: path.relative(out, file).replaceAll(path.sep, '/'), external: true };
      });
    },
  };
}

/** Makes jsonc-parser a part of the bundle: its build for Node hides its imports from bundlers, and Node cannot import the other. */
function inlineJsoncParser(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: 'inline-jsonc-parser',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^jsonc-parser$/ }, () => ({ path: resolve('jsonc-parser').replace('/umd/', '/esm/') }));
    },
  };
}

/** A source map of nothing, so that the texts are not in that of the bundle as well. */
const NO_MAP = `data:application/json;base64,${btoa('{"version":3,"sources":[""],"sourcesContent":[""],"mappings":"AAAA"}')}`;

/** Puts the texts of Swagger UI in place of the module that reads them. */
const INLINE_SWAGGER_UI: Plugin = {
  name: 'inline-swagger-ui',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\bserve[\\/]docs[\\/]swaggerUi\.[jt]s$/ }, async ({ path: file }) => {
      const texts = (await import(pathToFileURL(file).href)) as Record<string, string>;
      const lines = Object.entries(texts).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`);
      return { contents: [...lines, `//# sourceMappingURL=${NO_MAP}`].join('\n'), loader: 'js' };
    });
  },
};

/** A text of the project that a module reads when it is loaded. Group 1 is its path from the module. */
const TEXT = /readFileSync\(new URL\('([^']+)', import\.meta\.url\), 'utf8'\)/g;

/**
 * Gives each module an address from which it finds schemas, migrations and package.json; texts that it reads when it is loaded become
 * a part of it, because bundlers of hosts leave files behind. `locate` is relative to the bundle.
 */
function keepUrls(locate: (file: string) => string): Plugin {
  return {
    name: 'keep-urls',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.m?[jt]s$/ }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8');
        const source = text.replace(TEXT, (_, target: string) =>
          JSON.stringify(readFileSync(path.resolve(path.dirname(file), target), 'utf8')),
        );
        if (!source.includes('import.meta.url') && source === text) return undefined;
        const location = locate(file).replaceAll(path.sep, '/').replace(/\.ts$/, '.js');
        const url = `new URL(${JSON.stringify(location)}, import.meta.url).href`;
        return { contents: source.replaceAll('import.meta.url', url), loader: file.endsWith('.ts') ? 'ts' : 'js' };
      });
    },
  };
}
