import path from 'node:path';
import type { Module } from './readImports.ts';

/** The floors of the house, lowest first: an import goes to the same folder or to a lower floor, never to a sibling. */
export const FLOORS: readonly (readonly string[])[] = [
  ['errors', 'config', 'telemetry'],
  ['auth', 'database'],
  ['domain'],
  ['graph', 'rest'],
  ['http', 'contracts'],
  ['createSubgraphs.ts', 'PorticoOptions.ts'],
  ['composeService.ts', 'createPortico.ts'],
  ['app.ts'],
  ['startSubgraph.ts', 'startFacade.ts'],
  ['cli'],
];

/** Packages and generated code that only some modules may import. `allowed` is matched against the importing file. */
const RESERVED = [
  {
    name: 'a web server',
    target: /^(?:express|@apollo\/server|@as-integrations\/.*)(?:\/|$)/,
    allowed: /^http\//,
    where: 'src/http',
  },
  {
    name: 'the Prisma client or a database driver',
    target: /^(?:@prisma\/.*|prisma|pg|@electric-sql\/.*|database\/client)(?:\/|$)/,
    allowed: /^(?:database\/.*|domain\/[^/]+\/[A-Z]\w*Store\.ts)$/,
    where: 'src/database and the stores of src/domain',
  },
];

/** Floors below it that a folder keeps away from all the same. The engine serves any GraphQL API, not only this domain. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = { rest: ['domain', 'database'] };

/** What is wrong with the imports of these modules, one sentence for each import; empty if they keep to the floors. */
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
  if (floorOf(from) < 0) return `the folder src/${from} stands on no floor.`;
  if (floorOf(to) < 0) return undefined; // A package, or a module of Node.
  if (from === to) return crossesDomains(file, target);
  if (FORBIDDEN[from]?.includes(to)) return `src/${from} knows nothing of src/${to}.`;
  if (floorOf(to) === floorOf(from)) return `src/${from} and src/${to} are siblings.`;
  if (floorOf(to) > floorOf(from)) return `src/${to} stands above src/${from}.`;
  return undefined;
}

/** Only package.json is read from outside of src: the version of the program stands there. */
function leavesSrc(target: string): string | undefined {
  return path.posix.basename(target) === 'package.json' ? undefined : 'it leaves src.';
}

/** The domains meet only through entity references; what they share lies directly in src/domain. */
function crossesDomains(file: string, target: string): string | undefined {
  const [folder, from, inside] = file.split('/');
  const [, to, targetInside] = target.split('/');
  if (folder !== 'domain' || targetInside === undefined || from === to) return undefined;
  return inside === undefined
    ? `what src/domain shares knows no single domain, such as ${to}.`
    : `the domains ${from} and ${to} never import each other.`;
}

function folderOf(target: string): string {
  return target.split('/')[0] ?? target;
}

function floorOf(folder: string): number {
  return FLOORS.findIndex((floor) => floor.includes(folder));
}
