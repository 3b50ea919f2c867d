import path from 'node:path';
import type { Module } from './readImports.ts';

/** The parts of the program, lowest first: an import goes to the same part or to a lower one. */
const PARTS = ['gateway', 'project', 'authoring', 'cli', 'service'];

/** The modules through which the service uses the package, as anybody would. */
const ENTRANCES: ReadonlySet<string> = new Set([
  'gateway/index.ts',
  'gateway/server.ts',
  'cli/program.ts',
  'cli/serve.ts',
]);

/**
 * The layers of each part, lowest first: an import goes to the same folder or to a lower layer, never to a sibling. A part that is not
 * listed has none. Packaging is no part of the program.
 */
export const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  gateway: [
    ['base'],
    ['http'],
    ['guard'],
    ['plan', 'execute'],
    ['compile', 'describe', 'handle'],
    ['serve'],
    ['index.ts', 'server.ts'],
  ],
  authoring: [['mock', 'propose'], ['dev'], ['init'], ['add']],
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
  packaging: [
    ['bundleProgram.ts', 'createManifest.ts', 'generateTypes.ts'],
    ['buildProgram.ts', 'stagePackage.ts'],
    ['runBuild.ts', 'runPackage.ts'],
  ],
};

/** The same within the rooms of the gateway, whose own modules are '.': an import goes to the same layer or to a lower one. */
const WITHIN: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'gateway/base': [['errors', 'telemetry'], ['settings']],
  'gateway/guard': [['access', 'idempotency'], ['limits']],
  'gateway/plan': [['conventions'], ['.'], ['values']],
  'gateway/execute': [['.'], ['remote']],
  'gateway/compile': [['document'], ['.', 'endpoint', 'page', 'parameters', 'response']],
  'gateway/describe': [['.', 'openapi'], ['contracts']],
  'gateway/handle': [['read'], ['.', 'render', 'run']],
  'gateway/serve': [
    ['docs', 'mcp'],
    ['.', 'ports'],
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
    allowed: /^service\/(?:database\/.*|domain\/(?:[^/]+\/)?[A-Z]\w*Store\.ts)$/,
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
  const reserved = RESERVED.find((rule) => rule.target.test(target) && !rule.allowed.test(file));
  if (reserved) return `${reserved.name} is for ${reserved.where} only.`;
  if (target.startsWith('..')) return leavesSrc(target);

  const from = placeOf(file);
  const to = placeOf(target);
  if (!isLayered(from)) return `src/${from.part}/${from.folder} is in no layer.`;
  if (!PARTS.includes(to.part) && LAYERS[to.part] === undefined) return undefined; // A package, or a module of Node.
  if (!isLayered(to)) return `src/${to.part}/${to.folder} is in no layer.`;
  if (from.part !== to.part) return crossesParts(from, to, target);
  if (from.folder === to.folder) return crossesDomains(file, target) ?? climbsWithin(file, target);
  if (LAYERS[from.part] === undefined) return undefined;
  if (layerOf(to) === layerOf(from)) return `src/${from.part}/${from.folder} and ${to.folder} are siblings.`;
  if (layerOf(to) > layerOf(from)) return `src/${to.part}/${to.folder} is above ${from.folder}.`;
  return undefined;
}

/** Imports run from the service down to the gateway, and those of the service through the entrances. */
function crossesParts(from: Place, to: Place, target: string): string | undefined {
  const isBelow = PARTS.includes(to.part) && PARTS.indexOf(to.part) < PARTS.indexOf(from.part);
  if (!isBelow) return `the ${from.part} knows nothing of the ${to.part}.`;
  if (from.part !== 'service' || ENTRANCES.has(target)) return undefined;
  return `the service uses the package through ${[...ENTRANCES].join(', ')}.`;
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

/** An import that goes up within a room. */
function climbsWithin(file: string, target: string): string | undefined {
  const room = file.split('/').slice(0, 2).join('/');
  const layers = WITHIN[room];
  if (!layers) return undefined;
  const [from, to] = [file, target].map((each) => {
    const [, , folder, inside] = each.split('/');
    return inside === undefined ? '.' : folder!;
  }) as [string, string];
  const [own, other] = [from, to].map((folder) => layers.findIndex((layer) => layer.includes(folder))) as [
    number,
    number,
  ];
  const missing = own < 0 ? from : to;
  if (Math.min(own, other) < 0) return `src/${room}/${missing} is in no layer.`;
  return other > own ? `src/${room}/${to} is above ${from}.` : undefined;
}

/** The modules of each circle of imports, types included; empty if there is none. */
export function importCircles(modules: readonly Module[]): string[][] {
  const imports = new Map(
    modules.map(({ file, imports: all }) => [file, all.map((specifier) => resolve(file, specifier))]),
  );
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]));
  const circles = new Map<string, string[]>();
  for (const [file, others] of reached) {
    if (!others.has(file)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(file)).sort();
    circles.set(circle.join(' '), circle);
  }
  return [...circles.values()];
}

function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [file];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    for (const target of imports.get(each) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  return reached;
}

/** A folder of a part, or a module directly in it. */
interface Place {
  part: string;
  folder: string;
}

function placeOf(target: string): Place {
  const [part = '', folder = ''] = target.split('/');
  return { part, folder };
}

function isLayered(place: Place): boolean {
  return LAYERS[place.part] === undefined || layerOf(place) >= 0;
}

function layerOf({ part, folder }: Place): number {
  return LAYERS[part]?.findIndex((layer) => layer.includes(folder)) ?? -1;
}
