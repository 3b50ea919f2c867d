// A plan survives JSON: nothing that JSON cannot hold is a part of it, whatever words the documents have.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { loadPlan } from '../../src/gateway/server.ts';
import { runsOf } from '../promises/support/runsOf.ts';
import { api, documentsOf, schema as combined } from '../vocabulary/support/combinedWords.ts';
import { folderOf } from '../vocabulary/support/toy.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = readdirSync(`${root}examples`).filter((name) => !['hosts', 'github', 'oidc'].includes(name));

function expectSurvival(endpoints: string, schema: GraphQLSchema): void {
  const plan = loadPlan({ endpoints }, schema);
  expect(plan.versions).not.toEqual([]);
  expect(loadPlan({ plan: JSON.parse(JSON.stringify(plan)) }, schema)).toStrictEqual(plan);
}

test.each(['test/promises/contract/everyWord', ...examples.map((name) => `examples/${name}`)])(
  'that of %s',
  (folder) => {
    expectSurvival(`${root}${folder}/endpoints`, buildSchema(readFileSync(`${root}${folder}/schema.graphql`, 'utf8')));
  },
);

test('that of any combination of words', () => {
  const property = fc.property(api, (own) => {
    const folder = folderOf(documentsOf(own).documents);
    try {
      expectSurvival(folder, combined);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
  fc.assert(property, runsOf(60, 20_261_128));
});
