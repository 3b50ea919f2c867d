import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { Proposal } from '../../../../src/authoring/propose/Proposal.ts';
import { compileApi } from '../../../../src/gateway/compile/compileApi.ts';
import type { ApiPlan } from '../../../../src/gateway/plan/ApiPlan.ts';

/** Writes the files of a proposal as `init` does; returns the folder, which the caller removes. */
export function writeProposal({ endpoints, shapes, conventions }: Proposal): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-proposal-'));
  mkdirSync(path.join(folder, 'v1', 'shapes'), { recursive: true });
  writeFileSync(path.join(folder, 'conventions.json'), JSON.stringify(conventions));
  for (const { file, text } of endpoints) {
    mkdirSync(path.dirname(path.join(folder, 'v1', file)), { recursive: true });
    writeFileSync(path.join(folder, 'v1', file), text);
  }
  for (const [name, text] of shapes) writeFileSync(path.join(folder, 'v1', 'shapes', `${name}.graphql`), text);
  return folder;
}

export function compileProposal(proposal: Proposal, schema: GraphQLSchema): ApiPlan {
  const folder = writeProposal(proposal);
  try {
    return compileApi(folder, schema);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
