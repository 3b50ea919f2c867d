// Compiles a proposal as `portico check` does.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { compileApi } from '../../gateway/compile/compileApi.ts';
import { type Diagnostic, DocumentError } from '../../gateway/errors/Diagnostic.ts';
import { type Proposal, type ProposedEndpoint, documentFiles } from './Proposal.ts';

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
  try {
    const { unsupported } = compileApi(folder, schema);
    if (unsupported.length > 0) throw new DocumentError(unsupported);
    return new Map();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return attributeDiagnostics(error.diagnostics, proposal.endpoints, path.join(folder, 'v1'));
  }
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
