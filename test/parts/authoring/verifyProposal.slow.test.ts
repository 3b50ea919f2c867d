// `init` never proposes a document that does not compile: these are proposals that are damaged on purpose.
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import type { Proposal } from '../../../src/authoring/propose/Proposal.ts';
import { proposeApi } from '../../../src/authoring/propose/proposeApi.ts';
import { verifyProposal } from '../../../src/authoring/propose/verifyProposal.ts';

describe('a document that does not compile', () => {
  const schema = buildSchema(`
    type Query { ${Array.from({ length: 120 }, (_, at) => `thing${at}(id: ID!): Thing`).join(' ')} good(id: ID!): Good }
    type Thing { id: ID! } type Good { id: ID! }
  `);

  /** The proposal with errors in the documents of all things. */
  function withErrors(proposal: Proposal): Proposal {
    const endpoints = proposal.endpoints.map((each) => ({
      ...each,
      text: each.coordinate.includes('thing') ? each.text.replace('...Thing', 'unknown') : each.text,
    }));
    return { ...proposal, endpoints };
  }

  test('is skipped with its diagnostic, and shapes that nobody uses are left out', () => {
    const verified = verifyProposal(withErrors(proposeApi(schema)), schema);
    expect(verified.endpoints.map(({ coordinate }) => coordinate)).toEqual(['Query.good']);
    expect([...verified.shapes.keys()]).toEqual(['Good']);
    expect(verified.skipped).toHaveLength(120);
    expect(verified.skipped[0]).toEqual({
      coordinate: 'Query.thing0',
      reason: expect.stringContaining('Cannot query field "unknown" on type "Thing".'),
    });
  });

  test('that is a shape is skipped with all that use it', () => {
    const proposal = proposeApi(schema);
    const shapes = new Map([...proposal.shapes, ['Thing', 'fragment Thing on Thing { unknown }']]);
    const { endpoints, skipped } = verifyProposal({ ...proposal, shapes }, schema);
    expect([endpoints.length, skipped.length]).toEqual([1, 120]);
  });

  test('that is not even GraphQL is skipped', () => {
    const proposal = proposeApi(schema);
    const endpoints = proposal.endpoints.map((each, at) => (at === 3 ? { ...each, text: 'query {' } : each));
    const { skipped } = verifyProposal({ ...proposal, endpoints }, schema);
    expect(skipped).toEqual([{ coordinate: 'Query.thing3', reason: expect.stringContaining('Syntax Error') }]);
  });

  test('leaves nothing in the temporary folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-test-'));
    vi.stubEnv('TMPDIR', folder);
    verifyProposal(withErrors(proposeApi(schema)), schema);
    vi.unstubAllEnvs();
    expect(readdirSync(folder)).toEqual([]);
    rmdirSync(folder);
  });
});

test('conventions that do not fit are an error', () => {
  const schema = buildSchema('type Query { a: Int }');
  const proposal = { ...proposeApi(schema), conventions: { scalars: { Unknown: { type: 'string' } } } };
  expect(() => verifyProposal(proposal, schema)).toThrow('Unknown scalar "Unknown"');
});
