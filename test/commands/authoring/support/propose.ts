// What `portico init` and `portico add` write for a schema.
import path from 'node:path';
import { expect } from 'vitest';
import { makeFolder, readFolder } from '../init/support/makeFolder.ts';
import { type Run, runPortico } from '../../support/runPortico.ts';

interface ProposedEndpoint {
  coordinate: string;
  method: string;
  path: string;
  operation: string;
  /** Below the folder of the version. */
  file: string;
  text: string;
}

/** What is written for a schema, and what is not. */
export interface Proposal {
  endpoints: ProposedEndpoint[];
  skipped: { coordinate: string; reason: string }[];
  /** The mutations of which nothing tells failure. */
  unconfirmed: string[];
  /** The texts of `shapes/<name>.graphql`, by name. */
  shapes: Map<string, string>;
  /** The content of `conventions.json`. */
  conventions: Record<string, unknown>;
}

/** All reasons why a field has no endpoint, but for that of a document that does not compile. */
const REASON =
  /^(?:It is |Its |Relay reads |It aggregates |No query reads |The query |\w+ has no scalar |\w+\.\w+ is required, |[A-Z]+ \/\S+ is the endpoint of )/;

const proposals = new Map<string, Promise<Proposal>>();

/** The endpoints of all root fields. None has a fault that `check` reports. `init` runs once for each schema. */
export function propose(sdl: string): Promise<Proposal> {
  const proposal = proposals.get(sdl) ?? runInit(sdl);
  proposals.set(sdl, proposal);
  return proposal;
}

async function runInit(sdl: string): Promise<Proposal> {
  const folder = makeFolder({ 'schema.graphql': sdl });
  return readReport(await runPortico(['init', 'schema.graphql', '--json'], folder), folder);
}

/** What `init --json` has done in a folder. */
export function readReport({ code, stdout, stderr }: Run, folder: string): Proposal {
  const [problem, ...lines] = stderr.trimEnd().split('\n');
  const isNothing = code === 1 && problem === 'portico: No field of the schema can become an endpoint.';
  if (!isNothing) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const written = isNothing
    ? { endpoints: [], unconfirmed: [], skipped: lines.map(readSkipped) }
    : (JSON.parse(stdout) as Pick<Proposal, 'endpoints' | 'skipped' | 'unconfirmed'>);
  for (const { reason } of written.skipped) expect(reason).toMatch(REASON);
  return readProposal(folder, written);
}

/** The endpoint of one more field, such as `User.posts`, in an API without endpoints. */
export async function proposeField(sdl: string, field: string): Promise<Proposal> {
  const folder = makeFolder({ 'schema.graphql': sdl, 'rest/': '' });
  const { code, stdout, stderr } = await runPortico(['add', field, ...API, '--json'], folder);
  const [, coordinate, reason] = /^portico: (\S+) cannot have an endpoint\. (.*)\n$/.exec(stderr) ?? [];
  const nothing = { endpoints: [], unconfirmed: [], skipped: [] };
  if (coordinate !== undefined) return readProposal(folder, { ...nothing, skipped: [{ coordinate, reason: reason! }] });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { written, ...endpoint } = JSON.parse(stdout) as ProposedEndpoint & { written: string[] };
  return readProposal(folder, { ...nothing, endpoints: [{ ...endpoint, file: written[0]! }] });
}

/** The options for an API without a configuration. */
export const API = ['--schema', 'schema.graphql', '--endpoints', 'rest'];

function readSkipped(line: string): Proposal['skipped'][number] {
  const [, coordinate, reason] = /^portico: (\S+): (.*)$/.exec(line)!;
  return { coordinate: coordinate!, reason: reason! };
}

function readProposal(
  folder: string,
  { endpoints, skipped, unconfirmed }: Pick<Proposal, 'endpoints' | 'skipped' | 'unconfirmed'>,
): Proposal {
  const files = readFolder(folder);
  const shapes = Object.keys(files).filter((file) => file.startsWith('rest/v1/shapes/'));
  return {
    skipped,
    unconfirmed,
    endpoints: endpoints.map((endpoint) => ({
      ...endpoint,
      file: endpoint.file.replace('rest/v1/', ''),
      operation: path.basename(endpoint.file, '.graphql'),
      text: files[endpoint.file]!,
    })),
    shapes: new Map(shapes.map((file) => [path.basename(file, '.graphql'), files[file]!])),
    conventions: JSON.parse(files['rest/conventions.json'] ?? '{}') as Record<string, unknown>,
  };
}

/** `GET /users → listUsers`, in the order of the schema. */
export function routesOf({ endpoints }: Proposal): string[] {
  return endpoints.map(({ method, path: route, operation }) => `${method} ${route} → ${operation}`);
}

/** The text of the document for a field. */
export function textOf({ endpoints }: Proposal, field: string): string | undefined {
  return endpoints.find(({ coordinate }) => coordinate.endsWith(`.${field}`))?.text;
}

/** A field, as in SDL, and its route, as `GET /users → listUsers`. */
export type Row = [field: string, route: string];

/** The route of one field of a table. One schema has all of the table, so that `init` runs once for it. */
export async function routeOf(
  field: string,
  sdl: string,
  table: readonly Row[],
  root = 'Mutation',
): Promise<string | undefined> {
  const proposal = await propose(
    `${sdl} ${root === 'Query' ? 'extend ' : ''}type ${root} { ${table.map(([each]) => each).join(' ')} }`,
  );
  const at = proposal.endpoints.findIndex(({ coordinate }) => coordinate === `${root}.${/^\w+/.exec(field)![0]}`);
  return routesOf(proposal)[at];
}
