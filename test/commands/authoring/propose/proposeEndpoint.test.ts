import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { afterEach, describe, expect, test } from 'vitest';
import { extendConventions } from '../../../../src/authoring/add/add.ts';
import { compileFiles } from '../../../../src/authoring/propose/newFiles.ts';
import { type Proposal, documentFiles } from '../../../../src/authoring/propose/Proposal.ts';
import { proposeApi } from '../../../../src/authoring/propose/proposeApi.ts';
import { proposeEndpoint } from '../../../../src/authoring/propose/proposeEndpoint.ts';
import type { ApiPlan } from '../../../../src/gateway/plan/ApiPlan.ts';
import { describeApi } from '../../../../src/gateway/describe/openapi/describeApi.ts';
import { DocumentError } from '../../../../src/gateway/base/errors/Diagnostic.ts';
import { writeProposal } from './compileProposal.ts';

const schema = buildSchema(`
  scalar Score
  type Query {
    user(id: ID!): User
    users(take: Int, skip: Int, search: String): [User!]!
    teams(take: Int, skip: Int): [Team!]!
    old: Int @deprecated
    "[INTERNAL] For tools."
    internal: Int
    userScores(id: ID!): [Score!]!
  }
  type User { id: ID! firstName: String! team: Team }
  type Team { id: ID! name: String! }
  input UserInput { firstName: String! teamId: ID }
  type Mutation { createUser(input: UserInput!): User! registerUser(firstName: String!): User! }
`);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder with the proposed endpoints of these fields, and other files. */
function api(fields: readonly string[], files: Readonly<Record<string, string>> = {}): string {
  const folder = writeProposal(proposeApi(schema, { isChosen: (coordinate) => fields.includes(coordinate) }));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const SETTINGS = { apiName: 'API', basePath: '', defaultVersion: 1, versioning: 'path' } as const;

/** The API of a folder with a proposal; none where nothing is proposed. */
function planWith(proposal: Proposal, endpoints: string, version: number): ApiPlan[] {
  if (proposal.endpoints.length === 0) return [];
  const file = path.join(endpoints, 'conventions.json');
  const replaces = readFileSync(file, 'utf8');
  const files = [
    ...documentFiles(proposal, '.')
      .slice(2)
      .map((added) => ({ ...added, file: added.file.replace('/v1/', `/v${version}/`) })),
    { file: 'conventions.json', replaces, text: extendConventions(replaces, proposal.conventions) },
  ];
  return [compileFiles({ folder: '.', files, existing: endpoints }, schema)];
}

/** One more endpoint, which passes the check in the folder. */
function add(coordinate: string, endpoints: string, version?: number) {
  const existing = { endpoints, ...(version !== undefined && { version }) };
  const proposal = proposeEndpoint(schema, coordinate, existing);
  for (const plan of planWith(proposal, endpoints, version ?? 1)) {
    expect(plan.unsupported).toEqual([]);
    expect(() => describeApi(plan, SETTINGS)).not.toThrow();
  }
  return proposal;
}

describe('one more endpoint', () => {
  test('has its shapes, and reuses those that exist', () => {
    const folder = api(['Query.user']);
    const { endpoints, shapes } = add('Query.users', folder);
    expect([endpoints[0]!.path, endpoints[0]!.shapes, [...shapes.keys()]]).toEqual(['/users', [], []]);
    expect([...add('Query.teams', folder).shapes.keys()]).toEqual(['Team']);
  });

  test('reuses no shape with variables, and takes another name', () => {
    const folder = api([], {
      'v1/getUser.graphql': `query getUser($id: ID!, $team: Boolean = false @expand) @endpoint(method: GET, path: "/users/{id}") {
        user(id: $id) { ...User } }`,
      'v1/shapes/User.graphql': 'fragment User on User { id team @include(if: $team) { name } }',
    });
    expect([...add('Query.users', folder).shapes.keys()]).toEqual(['UserShape']);
  });

  test('keeps the conventions of the folder', () => {
    const folder = api([], {
      'conventions.json': JSON.stringify({
        case: 'snake_case',
        connection: { first: 'take', offset: 'skip' },
        page: { styles: ['OFFSET'], parameters: { offset: 'search' } },
      }),
      'v1/listTeams.graphql': 'query listTeams @endpoint(method: GET, path: "/teams") { teams @paginate { id } }',
    });
    expect(add('Query.users', folder).endpoints[0]!.text).toBe(`"List users."
query listUsers($userSearch: String) @endpoint(method: GET, path: "/users") {
  users(search: $userSearch) @paginate {
    ...User
  }
}
`);
    expect(add('Query.userScores', folder).conventions).toEqual({ scalars: { Score: { type: 'string' } } });
  });

  test('has a location where the object has a path', () => {
    const text = 'location: "/users/{id}"';
    expect(add('Mutation.createUser', api(['Query.user'])).endpoints[0]!.text).toContain(text);
    expect(add('Mutation.createUser', api(['Query.teams'])).endpoints[0]!.text).not.toContain(text);
  });

  test('takes a free route, a free name and a free file', () => {
    const folder = api(['Mutation.createUser'], {
      'v1/registerUser.graphql': 'query registerUsers @endpoint(method: GET, path: "/a") { users { id } }',
      'v1/b.graphql': 'query addUser @endpoint(method: GET, path: "/b") { users { id } }',
    });
    const [endpoint] = add('Mutation.registerUser', folder).endpoints;
    expect([endpoint!.method, endpoint!.path, endpoint!.operation, endpoint!.file]).toEqual([
      'POST',
      '/users/register',
      'registerUser',
      'users/registerUser2.graphql',
    ]);
  });

  test('is in the version that is named, or the newest', () => {
    const folder = api(['Query.user'], {
      'v2/listTeams.graphql': 'query listTeams @endpoint(method: GET, path: "/teams") { teams { id } }',
    });
    expect(add('Query.teams', folder).skipped).toEqual([
      { coordinate: 'Query.teams', reason: 'GET /teams is already its endpoint: listTeams.graphql.' },
    ]);
    expect(add('Query.teams', folder, 1).endpoints).toHaveLength(1);
  });

  test('can be deprecated or internal, if that is what is wanted', () => {
    expect(add('Query.old', api(['Query.user'])).endpoints).toHaveLength(1);
    expect(add('Query.internal', api(['Query.user'])).endpoints).toHaveLength(1);
  });
});

test.each([
  ['Query.usr', undefined, 'Unknown field "Query.usr"; did you mean "Query.user"?'],
  ['Query.users', 7, 'The version 7 does not exist; versions are 1.'],
])('refuses %s of version %s', (coordinate, version, message) => {
  const endpoints = api(['Query.user']);
  const existing = { endpoints, ...(version !== undefined && { version }) };
  expect(() => proposeEndpoint(schema, coordinate, existing)).toThrow(message);
});

test('refuses a folder that does not compile', () => {
  const endpoints = api(['Query.user'], { 'v1/shapes/User.graphql': 'fragment User on User { unknown }' });
  expect(() => proposeEndpoint(schema, 'Query.users', { endpoints })).toThrow(DocumentError);
});
