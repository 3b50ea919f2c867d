import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { type Proposal, documentFiles } from '../../../../src/authoring/propose/Proposal.ts';
import { compileApi } from '../../../../src/gateway/compile/compileApi.ts';
import type { ApiPlan } from '../../../../src/gateway/plan/ApiPlan.ts';

/** Writes the files of a proposal as `init` does; returns the folder, which the caller removes. */
export function writeProposal(proposal: Proposal): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-proposal-'));
  for (const { file, text } of documentFiles(proposal, folder)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
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
