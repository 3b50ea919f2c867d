// Compiles a proposal as `portico check` does.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { compileApi } from '../../gateway/compile/compileApi.ts';
import { describeApi } from '../../gateway/describe/openapi/describeApi.ts';
import { type Diagnostic, DocumentError } from '../../gateway/errors/Diagnostic.ts';
import type { ApiPlan } from '../../gateway/plan/ApiPlan.ts';
import { type Proposal, type ProposedEndpoint, documentFiles } from './Proposal.ts';

/** The documents of the versions suffice. */
const API = { name: 'API', defaultVersion: 1, versioning: 'path' } as const;

/**
 * The proposal without the endpoints that `portico check` refuses; they are skipped, with the diagnostic as the reason. The
 * documents are compiled in a temporary folder.
 */
export function verifyProposal(proposal: Proposal, schema: GraphQLSchema): Proposal {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-propose-'));
  try {
    let current = proposal;
    while (current.endpoints.length > 0) {
      const faults = findFaults(current, schema, folder);
      if (faults.size === 0) break;
      current = withoutEndpoints(current, faults);
    }
    return current;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is wrong, by the coordinates of the endpoints; empty if nothing is. */
function findFaults(proposal: Proposal, schema: GraphQLSchema, folder: string): Map<string, string> {
  rmSync(folder, { recursive: true, force: true });
  for (const { file, text } of documentFiles(proposal, folder)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  let plan: ApiPlan;
  try {
    plan = compileApi(folder, schema);
    if (plan.unsupported.length > 0) throw new DocumentError(plan.unsupported);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return attributeDiagnostics(error.diagnostics, proposal.endpoints, path.join(folder, 'v1'));
  }
  return findUndescribed(plan, proposal.endpoints);
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
    const [, shape] = /^shapes\/(.*)\.graphql$/.exec(relative) ?? [];
    for (const endpoint of endpoints) {
      const isAbout = shape === undefined ? endpoint.file === relative : endpoint.shapes.includes(shape);
      if (isAbout && !faults.has(endpoint.coordinate)) faults.set(endpoint.coordinate, message);
    }
  }
  if (faults.size === 0) throw new DocumentError(diagnostics);
  return faults;
}

/** The endpoints without which the OpenAPI documents are valid. */
function findUndescribed(plan: ApiPlan, proposed: readonly ProposedEndpoint[]): Map<string, string> {
  const whole = describeFault(plan);
  if (whole === undefined) return new Map();
  const faults = plan.versions.flatMap((version) =>
    version.endpoints.flatMap((endpoint): [string, string][] => {
      const fault = describeFault({ ...plan, versions: [{ ...version, endpoints: [endpoint] }] });
      const found = proposed.find(({ operation }) => operation === endpoint.name);
      return fault && found ? [[found.coordinate, fault.message]] : [];
    }),
  );
  if (faults.length === 0) throw whole;
  return new Map(faults);
}

function describeFault(plan: ApiPlan): Error | undefined {
  try {
    describeApi({ ...plan, api: API }, { basePath: '' });
    return undefined;
  } catch (error) {
    return error as Error;
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
