// A shop: the GraphQL schema of the service, and endpoint documents of two versions over it.
import { fileURLToPath } from 'node:url';
import { type Files, Folder } from '../../support/runPortico.ts';

const SCHEMA = fileURLToPath(new URL('../../../../contracts/schema.graphql', import.meta.url));

/** Two versions: users by shape, which the second overrides, and orders, which it inherits. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  'conventions.json': JSON.stringify({
    enums: { '*': 'lowercase' },
    scalars: {
      PersonName: { type: 'string' },
      EmailAddress: { type: 'string' },
      SafeInt: { type: 'integer' },
    },
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

/** A folder with endpoint documents, those of the shop or others, by their paths below the folder of versions. */
export function openShop(documents: Files = DOCUMENTS): Folder {
  const entries = Object.entries(documents).map(([name, text]) => [`rest/${name}`, text]);
  return new Folder({
    'portico.config.json': JSON.stringify({ schema: SCHEMA, endpoints: 'rest' }),
    ...Object.fromEntries(entries),
  });
}
