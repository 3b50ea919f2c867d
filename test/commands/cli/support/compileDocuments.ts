import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileApi } from '../../../../src/gateway/compile/compileApi.ts';
import type { Api } from '../../../../src/project/readApi.ts';
import { composeSchema } from '../../../../src/service/composeSchema.ts';

const { schema } = composeSchema();

/** An API over the schema of the service, from endpoint documents by their paths below the folder of versions. */
export function compileDocuments(documents: Readonly<Record<string, string>>): Api {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-cli-'));
  try {
    for (const [name, text] of Object.entries(documents)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return { schema, plan: compileApi(folder, schema) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Two versions: users by shape, which the second overrides, and orders, which it inherits. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  'conventions.json': JSON.stringify({
    enums: { '*': 'lowercase' },
    scalars: { PersonName: { type: 'string' } },
    accepts: { 'application/vnd.users+json': 'application/json' },
  }),
  'v1/shapes/User.graphql': 'fragment User on User { id name }',
  'v1/getUser.graphql':
    '"Read one user." query getUser($id: SafeInt!) @endpoint(method: GET, path: "/users/{id}") { user(id: $id) { ...User } }',
  'v1/createUser.graphql': `mutation createUser($name: PersonName! @param(minLength: 1, maxLength: 200), $email: EmailAddress)
@endpoint(method: POST, path: "/users", status: 201, location: "/users/{id}") {
  createUser(input: { name: $name, email: $email }) { ...User }
}`,
  'v1/listOrders.graphql': `query listOrders($withItems: Boolean = false @expand(name: "items"), $withUser: Boolean = false @expand(name: "user"))
@endpoint(method: GET, path: "/orders") {
  orders @paginate { nodes { id items @include(if: $withItems) { product { id } } user @include(if: $withUser) { id } } }
}`,
  'v2/shapes/User.graphql': 'fragment User on User { id firstName lastName }',
  'v2/createUser.graphql': `mutation createUser($user: CreateUserInput!)
@endpoint(method: POST, path: "/users", status: 201, location: "/users/{id}", body: "user") {
  createUser(input: $user) { ...User }
}`,
};
