import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { selectDataSource } from '../../../../src/authoring/dev/selectDataSource.ts';
import { readSettings } from '../../../../src/gateway/base/settings/readSettings.ts';
import type { ApiPlan } from '../../../../src/gateway/plan/ApiPlan.ts';
import { UsageError } from '../../../../src/project/UsageError.ts';

const schema = buildSchema(`directive @policy(policies: [[String!]!]!) on FIELD_DEFINITION
  type Query { salary: Int @policy(policies: [["hr"]]) }`);
const select = (env: Record<string, string>) => selectDataSource({ schemaFile: 'schema.ts' }, readSettings(env), false);
const issuer = { AUTH_SECRET: 'an issuer whose secret has 32 bytes' };

test('the resolvers of a module need a schema without @policy where there is an issuer', async () => {
  const plan = {} as ApiPlan;
  await expect(select(issuer).prepare(schema, plan)).rejects.toThrow(
    new UsageError(
      'The schema restricts Query.salary with @policy, which only a federation router evaluates; use @requiresScopes, or check the caller in resolvers.',
    ),
  );
  expect(await select({}).prepare(schema, plan)).toBeInstanceOf(Function);
});
