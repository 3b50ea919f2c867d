import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createPortico } from '../../../../src/gateway/index.ts';
import { makeFolder } from '../init/support/makeFolder.ts';
import { propose, textOf } from '../support/propose.ts';
import { runPortico } from '../../support/runPortico.ts';

// The result of a mutation is data, also where it failed: a proposal turns that into the status of the response.
const SDL = `
  type Query { venue(id: ID!): Venue }
  type Venue { id: ID! name: String! }
  type Failure { mutationError: MutationError }
  type MutationError { type: String message: String! statusCode: Int fieldErrors: [FieldError!] cause: Cause }
  type FieldError { name: String! message: String! } type Cause { statusCode: Int }
  type Errors { errors: [VenueError!]! }
  type VenueError { path: [String!] message: String! code: String! }
`;
const mutations = (fields: string, types: string) => propose(`${SDL} type Mutation { ${fields} } ${types}`);

describe('a mutation whose payload has a result that can be an error', () => {
  test('that creates is 201 with the object, and an error of its errors', async () => {
    const proposal = await mutations(
      'createVenue(input: CreateVenueInput!): CreateVenueMutationPayload',
      `input CreateVenueInput { name: String! clientMutationId: String }
      type CreateVenueMutationPayload { clientMutationId: String venueOrError: CreateVenueResponseOrError }
      union CreateVenueResponseOrError = CreateVenueSuccess | Failure
      type CreateVenueSuccess { venue: Venue }`,
    );
    expect(textOf(proposal, 'createVenue')).toBe(`"Create a venue."
mutation createVenue($name: String!) @endpoint(method: POST, path: "/venues", status: 201, location: "/venues/{id}") {
  createVenue(input: {name: $name}) @unwrap {
    venueOrError @unwrap {
      ... on CreateVenueSuccess {
        venue {
          ...Venue
        }
      }
      ... on Failure @error(status: 400) {
        mutationError {
          message
          fieldErrors {
            field: name
            message
          }
        }
      }
    }
  }
}
`);
  });

  test('that deletes is 204, and an error of its errors', async () => {
    const text = textOf(
      await mutations(
        'deleteVenue(id: ID!): DeleteVenuePayload',
        `type DeleteVenuePayload { clientMutationId: String venueOrErrors: VenueOrErrorsUnion! }
        union VenueOrErrorsUnion = Venue | Errors`,
      ),
      'deleteVenue',
    );
    expect(text).toContain('@endpoint(method: DELETE, path: "/venues/{id}", status: 204)');
    expect(text).toContain(
      '... on Errors @error(status: 400) {\n        errors {\n          field: path\n          message\n          code',
    );
  });

  test.each([
    [
      'of several objects: each is a body',
      'approveVenue(id: ID!): ApprovePayload',
      `type ApprovePayload { venueOrError: Result } union Result = Approved | Pending | Failure
      type Approved { venue: Venue } type Pending { step: String! }`,
      `venueOrError {
      ... on Approved {
        venue {
          ...Venue
        }
      }
      ... on Pending {
        ...Pending
      }
      ... on Failure @error(status: 400) {`,
    ],
    [
      'beside a success without an object',
      'approveVenue(id: ID!): ApprovePayload',
      `type ApprovePayload { venueOrError: Result } union Result = Approved | Failure
      type Approved { success: Boolean }`,
      `... on Approved {
        success @error(status: 422)
        __typename
      }`,
    ],
    [
      'of an interface',
      'approveVenue(id: ID!): ApprovePayload',
      `interface ApprovePayload { ok: Boolean }
      type Approved implements ApprovePayload { ok: Boolean venue: Venue }
      type InvalidVenue implements ApprovePayload { ok: Boolean reason: String }`,
      '... on InvalidVenue @error(status: 400) {',
    ],
  ])('%s', async (_, fields, types, selection) => {
    expect(textOf(await mutations(fields, types), fields.split('(')[0]!)).toContain(selection);
  });

  test('fails where the mutation does', async () => {
    const types = `type Mutation { createVenue(name: String!): CreateVenuePayload }
      type CreateVenuePayload { clientMutationId: String venueOrError: CreateVenueResponseOrError }
      union CreateVenueResponseOrError = CreateVenueSuccess | Failure type CreateVenueSuccess { venue: Venue }`;
    const schema = buildSchema(`${SDL} ${types}`);
    schema.getMutationType()!.getFields()['createVenue']!.resolve = (_, { name }: { name: string }) => ({
      venueOrError:
        name === ''
          ? {
              __typename: 'Failure',
              mutationError: { message: 'Invalid.', fieldErrors: [{ name: 'name', message: 'Is empty.' }] },
            }
          : name === 'x'
            ? { __typename: 'Failure', mutationError: { message: 'No more venues.' } }
            : { __typename: 'CreateVenueSuccess', venue: { id: 7, name } },
    });
    const folder = makeFolder({ 'schema.graphql': `${SDL} ${types}` });
    expect(await runPortico(['init', '--yes'], folder)).toMatchObject({ code: 0 });
    const portico = createPortico({ schema, endpoints: `${folder}/rest` });
    const send = (name: string) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name }) };
      return portico.fetch(new Request('http://localhost/v1/venues', init));
    };
    const created = await send('Hall');
    expect([created.status, created.headers.get('location'), await created.json()]).toEqual([
      201,
      '/v1/venues/7',
      { id: '7', name: 'Hall' },
    ]);
    const refused = await send('x');
    expect([refused.status, await refused.json()]).toEqual([400, { error: 'No more venues.', code: 'BAD_USER_INPUT' }]);
    const invalid = await send('');
    expect([invalid.status, await invalid.json()]).toEqual([
      400,
      { error: 'Invalid.; Is empty.', code: 'BAD_USER_INPUT' },
    ]);
  });
});

test('a result in itself ends somewhere', async () => {
  const proposal = await mutations(
    'approveVenue(id: ID!): ApprovePayload mergeVenue(id: ID!): MergeResult',
    `type ApprovePayload { venueOrError: Result } union Result = Approved | Failure type Approved { next: Result }
    type MergeResult { errors: [VenueError!] previous: MergeResult }`,
  );
  expect(proposal.endpoints.length + proposal.skipped.length).toBe(3);
});

describe('a mutation of which nothing tells failure', () => {
  test('is marked', async () => {
    const proposal = await mutations(
      'wakeVenue(id: ID!): WakePayload',
      'type WakePayload { clientMutationId: String }',
    );
    expect(textOf(proposal, 'wakeVenue')).toMatch(
      /clientMutationId\n {2}\}\n\}\n# Nothing in the result tells whether this failed: only an error of GraphQL does\.\n$/,
    );
    expect(proposal.unconfirmed).toEqual(['Mutation.wakeVenue']);
  });

  test.each([
    ['its object, which is null', 'type WakePayload { clientMutationId: String venue: Venue }'],
    ['a Boolean', 'type WakePayload { ok: Boolean! }'],
    ['errors', 'type WakePayload { errors: [VenueError!]! }'],
    ['errors that have no message', 'type WakePayload { errors: [WakeError!] } type WakeError { code: String! }'],
  ])('is not one that returns %s', async (_, types) => {
    const proposal = await mutations('wakeVenue(id: ID!): WakePayload', types);
    expect(proposal.unconfirmed).toEqual([]);
    expect(textOf(proposal, 'wakeVenue')).not.toContain('# Nothing');
  });
});
