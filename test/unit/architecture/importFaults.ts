import path from 'node:path';
import type { Module } from './readImports.ts';

/**
 * The layers of each part, lowest first: an import goes to the same folder or to a lower layer, never to a sibling. The
 * gateway knows nothing of the service, and packaging and bundling import neither.
 */
export const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  gateway: [
    ['errors', 'telemetry'],
    ['protocol', 'config'],
    ['access', 'redis'],
    ['execution', 'idempotency', 'admission', 'rateLimit'],
    ['conventions'],
    ['plan'],
    ['document', 'request'],
    ['compile'],
    ['runtime', 'describe'],
    ['createEngine.ts', 'loadPlan.ts'],
    ['contracts'],
    ['server'],
    ['PorticoOptions.ts', 'PorticoConfig.ts'],
    ['createExchange.ts', 'createServerEngine.ts', 'startGatewayServer.ts'],
    ['createPortico.ts', 'startFacade.ts', 'propose'],
    ['index.ts'],
    ['cli'],
  ],
  service: [
    ['config'],
    ['database'],
    ['domain'],
    ['federation'],
    ['graphql'],
    ['createSubgraphs.ts'],
    ['composeSchema.ts'],
    ['defaultApi.ts'],
    ['composeService.ts'],
    ['modes'],
    ['cli'],
  ],
  bundling: [['bundleProgram.ts'], ['buildProgram.ts'], ['main.ts']],
  packaging: [
    [
      'identity.ts',
      'RootManifest.ts',
      'packagedDocuments.ts',
      'checkChangelog.ts',
      'findImports.ts',
      'renamePackage.ts',
      'rewriteLinks.ts',
    ],
    ['createManifest.ts', 'selectDependencies.ts'],
    ['stagePackage.ts'],
    ['main.ts'],
  ],
};

/** Packages and generated code that only some modules may import. `allowed` is matched against the importing file. */
const RESERVED = [
  {
    name: 'a web framework',
    target: /^(?:express|@apollo\/server|@as-integrations\/.*)(?:\/|$)/,
    allowed: /^service\/graphql\//,
    where: 'src/service/graphql',
  },
  {
    name: 'the Prisma client or a database driver',
    target: /^(?:@prisma\/.*|prisma|pg|@electric-sql\/.*|service\/database\/client)(?:\/|$)/,
    allowed: /^service\/(?:database\/.*|domain\/[^/]+\/[A-Z]\w*Store\.ts)$/,
    where: 'src/service/database and the stores of src/service/domain',
  },
];

/** What is wrong with the imports of these modules, one sentence for each import; empty if they keep to the layers. */
export function importFaults(modules: readonly Module[]): string[] {
  return modules.flatMap(({ file, imports }) =>
    imports.flatMap((specifier) => {
      const fault = importFault(file, resolve(file, specifier));
      return fault === undefined ? [] : [`src/${file} imports ${specifier}: ${fault}`];
    }),
  );
}

/** A relative specifier becomes a path below `src`, anything else stays the name of a package. */
function resolve(file: string, specifier: string): string {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
}

function importFault(file: string, target: string): string | undefined {
  const reserved = RESERVED.find((each) => each.target.test(target) && !each.allowed.test(file));
  if (reserved) return `${reserved.name} is for ${reserved.where} only.`;
  if (target.startsWith('..')) return leavesSrc(target);

  const from = folderOf(file);
  const to = folderOf(target);
  if (layerOf(from) < 0) return `src/${from.half}/${from.folder} is in no layer.`;
  if (LAYERS[to.half] === undefined) return undefined; // A package, or a module of Node.
  if (layerOf(to) < 0) return `src/${to.half}/${to.folder} is in no layer.`;
  if (from.half === 'service' && to.half === 'gateway') return undefined;
  if (from.half !== to.half) return `the ${from.half} knows nothing of the ${to.half}.`;
  if (from.folder === to.folder) return crossesDomains(file, target);
  if (layerOf(to) === layerOf(from)) return `src/${from.half}/${from.folder} and ${to.folder} are siblings.`;
  if (layerOf(to) > layerOf(from)) return `src/${to.half}/${to.folder} is above ${from.folder}.`;
  return undefined;
}

/** Only package.json is read from outside of src: the version of the program stands there. */
function leavesSrc(target: string): string | undefined {
  return path.posix.basename(target) === 'package.json' ? undefined : 'it leaves src.';
}

/** The domains meet only through entity references; what they share lies directly in src/service/domain. */
function crossesDomains(file: string, target: string): string | undefined {
  const [, folder, from, inside] = file.split('/');
  const [, , to, targetInside] = target.split('/');
  if (folder !== 'domain' || targetInside === undefined || from === to) return undefined;
  return inside === undefined
    ? `what src/service/domain shares knows no single domain, such as ${to}.`
    : `the domains ${from} and ${to} never import each other.`;
}

interface Folder {
  half: string;
  folder: string;
}

function folderOf(target: string): Folder {
  const [half = '', folder = ''] = target.split('/');
  return { half, folder };
}

function layerOf({ half, folder }: Folder): number {
  return LAYERS[half]?.findIndex((layer) => layer.includes(folder)) ?? -1;
}
