import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { compileApi } from '../../gateway/compile/compileApi.ts';
import { describeApi } from '../../gateway/describe/openapi/describeApi.ts';
import { FileCache } from '../../gateway/document/FileCache.ts';
import { CONVENTIONS, listVersions } from '../../gateway/document/listVersions.ts';
import { type Diagnostic, DiagnosticCollector, DocumentError } from '../../gateway/errors/Diagnostic.ts';
import type { ApiPlan } from '../../gateway/plan/ApiPlan.ts';
import type { Proposal, ProposedEndpoint } from './Proposal.ts';
import type { ExistingApi } from './proposeEndpoint.ts';

/** The documents of the versions suffice. */
const API = { name: 'API', defaultVersion: 1, versioning: 'path' } as const;

/**
 * The proposal without the endpoints that `portico check` refuses; they are skipped, with the diagnostic as the reason. The
 * documents are compiled in a temporary folder, with those of the API that `existing` is.
 */
export function verifyProposal(proposal: Proposal, schema: GraphQLSchema, existing?: ExistingApi): Proposal {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-propose-'));
  try {
    let current = proposal;
    while (current.endpoints.length > 0) {
      const faults = findFaults(current, schema, { folder, existing });
      if (faults.size === 0) break;
      current = withoutEndpoints(current, faults);
    }
    return current;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is wrong, by the coordinates of the endpoints; empty if nothing is. */
function findFaults(
  proposal: Proposal,
  schema: GraphQLSchema,
  { folder, existing }: { folder: string; existing: ExistingApi | undefined },
): Map<string, string> {
  rmSync(folder, { recursive: true, force: true });
  if (existing) cpSync(existing.endpoints, folder, { recursive: true });
  const number = existing
    ? (existing.version ?? listVersions(folder, new DiagnosticCollector(), new FileCache()).at(-1)!)
    : 1;
  const version = path.join(folder, `v${number}`);
  mkdirSync(path.join(version, 'shapes'), { recursive: true });
  addConventions(path.join(folder, CONVENTIONS), proposal.conventions);
  for (const { file, text } of proposal.endpoints) {
    mkdirSync(path.dirname(path.join(version, file)), { recursive: true });
    writeFileSync(path.join(version, file), text);
  }
  for (const [name, text] of proposal.shapes) writeFileSync(path.join(version, 'shapes', `${name}.graphql`), text);
  let plan: ApiPlan;
  try {
    plan = compileApi(folder, schema);
    if (plan.unsupported.length > 0) throw new DocumentError(plan.unsupported);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return attributeDiagnostics(error.diagnostics, proposal.endpoints, version);
  }
  return findUndescribed(plan, proposal.endpoints);
}

/** Writes conventions, over the scalars that are there. */
function addConventions(file: string, added: Proposal['conventions']): void {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
  const scalars = { ...(before['scalars'] as object | undefined), ...(added['scalars'] as object | undefined) };
  const all = { ...before, ...added, ...(Object.keys(scalars).length > 0 && { scalars }) };
  writeFileSync(file, JSON.stringify(all));
}

/** The endpoints that diagnostics are about: that of the file, or all that use the shape. */
function attributeDiagnostics(
  diagnostics: readonly Diagnostic[],
  endpoints: readonly ProposedEndpoint[],
  folder: string,
): Map<string, string> {
  const faults = new Map<string, string>();
  for (const { file, message } of diagnostics) {
    const relative = path.relative(folder, path.resolve(file)).replaceAll(path.sep, '/');
    const shape = path.dirname(relative) === 'shapes' ? path.basename(relative, '.graphql') : undefined;
    for (const each of endpoints) {
      if (faults.has(each.coordinate)) continue;
      if (shape === undefined ? each.file === relative : each.shapes.includes(shape))
        faults.set(each.coordinate, message);
    }
  }
  if (faults.size === 0) throw new DocumentError(diagnostics);
  return faults;
}

/** The endpoints without which the OpenAPI documents are valid. */
function findUndescribed(plan: ApiPlan, endpoints: readonly ProposedEndpoint[]): Map<string, string> {
  try {
    describeApi({ ...plan, api: API }, { basePath: '' });
    return new Map();
  } catch (all) {
    const faults = new Map<string, string>();
    for (const version of plan.versions) {
      for (const endpoint of version.endpoints) {
        try {
          describeApi({ ...plan, api: API, versions: [{ ...version, endpoints: [endpoint] }] }, { basePath: '' });
        } catch (error) {
          const found = endpoints.find(({ operation }) => operation === endpoint.name);
          if (found) faults.set(found.coordinate, (error as Error).message);
        }
      }
    }
    if (faults.size === 0) throw all;
    return faults;
  }
}

function withoutEndpoints(proposal: Proposal, faults: ReadonlyMap<string, string>): Proposal {
  const endpoints = proposal.endpoints.filter(({ coordinate }) => !faults.has(coordinate));
  const used = new Set(endpoints.flatMap(({ shapes }) => shapes));
  return {
    ...proposal,
    endpoints,
    shapes: new Map([...proposal.shapes].filter(([name]) => used.has(name))),
    skipped: [...proposal.skipped, ...[...faults].map(([coordinate, reason]) => ({ coordinate, reason }))],
  };
}
