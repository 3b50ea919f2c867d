import { expect, test } from 'vitest';
import { describeOutcome } from '../../../../src/authoring/init/describeOutcome.ts';
import { PROPOSAL } from './support/proposal.ts';

const SETUP = { schema: 'schema.graphql', headers: [], endpoints: 'rest' };
const FAULT = {
  file: 'schema.graphql',
  line: 3,
  column: 5,
  message: 'Field "Query.a" can only be defined once.',
  hint: 'Remove one.',
  coordinates: [],
};
const FILES = [
  { file: 'rest/v1/getBook.graphql', text: '' },
  { file: 'package.json', text: '', replaces: '{}' },
  { file: 'portico.config.ts', text: '' },
];

test('says what was written, kept and skipped, and what comes next', () => {
  const { text, json, ok } = describeOutcome({
    setup: { ...SETUP, upstream: 'http://a/graphql', headers: ['x-key'] },
    faults: [FAULT],
    proposal: PROPOSAL,
    files: FILES,
    kept: ['README.md'],
    commands: ['npm install', 'npx portico dev'],
    curl: 'curl http://127.0.0.1:4000/v1/authors',
  });
  expect(text).toBe(`3 endpoints in rest/v1/, with 1 shape.

Written:
  package.json (extended)
  portico.config.ts

Existing files, not changed:
  README.md

No endpoint for 1 field; portico add FIELD adds one, or reports why it cannot:
  Query.search: It has no type that JSON can have.

Not valid in the schema; the rest of it was read:
  schema.graphql:3:5: Field "Query.a" can only be defined once. Remove one.

Environment variables that requests to the upstream need:
  UPSTREAM_X_KEY: the header x-key

Next:
  npm install
  npx portico dev
  curl http://127.0.0.1:4000/v1/authors`);
  expect(json).toMatchObject({
    endpoints: [
      { coordinate: 'Query.book', method: 'GET', path: '/books/{id}', file: 'rest/v1/getBook.graphql' },
      { coordinate: 'Mutation.createBook' },
      { coordinate: 'Query.authors' },
    ],
    skipped: PROPOSAL.skipped,
    written: ['rest/v1/getBook.graphql', 'package.json', 'portico.config.ts'],
    kept: ['README.md'],
    warnings: ['schema.graphql:3:5: Field "Query.a" can only be defined once. Remove one.'],
    variables: ['UPSTREAM_X_KEY'],
  });
  expect(ok).toBe(true);
});

test('lists the mutations whose failure nothing tells', () => {
  const endpoints = PROPOSAL.endpoints.map((each, at) => (at === 1 ? { ...each, isUnconfirmed: true } : each));
  const outcome = {
    setup: SETUP,
    faults: [],
    proposal: { ...PROPOSAL, endpoints },
    files: FILES,
    kept: [],
    commands: [],
  };
  const { text, json } = describeOutcome(outcome);
  expect(text).toContain(
    'Nothing in the result of 1 mutation tells whether it failed; only an error of GraphQL does:\n  Mutation.createBook: rest/v1/createBook.graphql',
  );
  expect(json).toMatchObject({ unconfirmed: ['Mutation.createBook'] });
  expect(describeOutcome({ ...outcome, proposal: PROPOSAL }).text).not.toContain('Nothing in');
});

test('lists the first skipped fields; JSON has all', () => {
  const deprecated = Array.from({ length: 12 }, (_, at) => ({
    coordinate: `Query.f${at}`,
    reason: `It is deprecated: ${at}.`,
  }));
  const skipped = [...deprecated, { coordinate: 'Query.x', reason: 'Its type is unknown.' }];
  const { text, json } = describeOutcome({
    setup: SETUP,
    faults: [],
    proposal: { ...PROPOSAL, skipped },
    files: [],
    kept: [],
    commands: [],
  });
  expect(text).toMatch(/ {2}Query\.f0: It is deprecated: 0\.\n(?:.*\n){8} {2}Query\.f9: .*\n {2}… and 3 more$/);
  expect(json).toMatchObject({ skipped });
});

test('reports that existing documents were not changed', () => {
  const { text } = describeOutcome({ setup: SETUP, faults: [], files: FILES, kept: [], commands: [] });
  expect(text).toContain('rest already has endpoint documents; they were not changed.');
});
