import { buildSchema } from 'graphql';
import { expect } from 'vitest';
import type { Proposal } from '../../../../src/authoring/propose/Proposal.ts';
import { proposeApi } from '../../../../src/authoring/propose/proposeApi.ts';
import { verifyProposal } from '../../../../src/authoring/propose/verifyProposal.ts';

/** The proposal for a schema in SDL, every document of which passes the check. */
export function proposeSdl(sdl: string): Proposal {
  const schema = buildSchema(sdl);
  const proposal = proposeApi(schema);
  expect(verifyProposal(proposal, schema).skipped).toEqual(proposal.skipped);
  return proposal;
}

/** `GET /users → listUsers`, in the order of the schema. */
export function routesOf({ endpoints }: Proposal): string[] {
  return endpoints.map(({ method, path, operation }) => `${method} ${path} → ${operation}`);
}

/** The text of the document for a root field. */
export function textOf({ endpoints }: Proposal, field: string): string | undefined {
  return endpoints.find(({ coordinate }) => coordinate.endsWith(`.${field}`))?.text;
}
