// A plan survives JSON: nothing that JSON cannot hold is a part of it, whatever words the documents have.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type GraphQLSchema, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import { readSchemaFile } from '../../../src/gateway/execute/remote/readSchemaFile.ts';
import { readJson, writeJson } from '../../../src/gateway/http/losslessJson.ts';
import { runsOf } from '../../promises/support/runsOf.ts';
import { api, documentsOf, schema as combined } from '../../vocabulary/support/combinedWords.ts';
import { folderOf } from '../../vocabulary/support/toy.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const examples = readdirSync(`${root}examples`).filter((name) => !['hosts', 'github', 'oidc'].includes(name));

function expectSurvival(endpoints: string, schema: GraphQLSchema): void {
  const plan = compileApi(endpoints, schema);
  expect(plan.versions).not.toEqual([]);
  expect(readJson(writeJson(plan))).toStrictEqual(plan);
}

test.each(['test/promises/contract/everyWord', ...examples.map((name) => `examples/${name}`)])(
  'that of %s',
  (folder) => {
    expectSurvival(`${root}${folder}/endpoints`, buildSchema(readFileSync(`${root}${folder}/schema.graphql`, 'utf8')));
  },
);

test('that of the service', () => {
  expectSurvival(`${root}schema/rest`, readSchemaFile({ file: `${root}schema/supergraph.graphql`, access: true }));
});

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
