// Compiles a proposal as `portico check` does.
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { type Diagnostic, DocumentError } from '../../gateway/base/errors/Diagnostic.ts';
import { type Proposal, type ProposedEndpoint, documentFiles } from './Proposal.ts';
import { compileFiles } from './newFiles.ts';

/** The proposal without the endpoints that `portico check` refuses; they are skipped, with the diagnostic as the reason. */
export function verifyProposal(proposal: Proposal, schema: GraphQLSchema): Proposal {
  let current = proposal;
  while (current.endpoints.length > 0) {
    const faults = findFaults(current, schema);
    if (faults.size === 0) break;
    current = withoutEndpoints(current, faults);
  }
  return current;
}

const FOLDER = 'rest';

/** What is wrong, by the coordinates of the endpoints; empty if nothing is. */
function findFaults(proposal: Proposal, schema: GraphQLSchema): Map<string, string> {
  try {
    const { unsupported } = compileFiles({ folder: FOLDER, files: documentFiles(proposal, FOLDER) }, schema);
    if (unsupported.length > 0) throw new DocumentError(unsupported);
    return new Map();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return attributeDiagnostics(error.diagnostics, proposal.endpoints);
  }
}

/** The endpoints that diagnostics are about: that of the file, or all that use the shape. */
function attributeDiagnostics(
  diagnostics: readonly Diagnostic[],
  endpoints: readonly ProposedEndpoint[],
): Map<string, string> {
  const faults = new Map<string, string>();
  for (const { file, message } of diagnostics) {
    const place = file.replaceAll(path.sep, '/');
    const [, shape] = /\/v1\/shapes\/(.*)\.graphql$/.exec(place) ?? [];
    for (const endpoint of endpoints) {
      const isAbout = shape === undefined ? place.endsWith(`/v1/${endpoint.file}`) : endpoint.shapes.includes(shape);
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
