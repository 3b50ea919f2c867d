import { LIMIT, type WorkName } from '../throughput/Work.ts';
import type { Contender } from './Contender.ts';
import { type GraphqlPage, readConnection } from './readConnection.ts';

const DOCUMENTS: Readonly<Record<WorkName, string>> = {
  user: 'query ($id: SafeInt!) { user(id: $id) { id name } }',
  offset: `query ($offset: SafeInt) { products(first: ${LIMIT}, offset: $offset) { nodes { id name } totalCount } }`,
  cursor: `query ($after: String) {
    products(first: ${LIMIT}, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } }
  }`,
  orders: `query ($offset: SafeInt) {
    orders(first: ${LIMIT}, offset: $offset) {
      nodes { id status items { quantity unitPrice product { id name } } user { id name } }
      totalCount
    }
  }`,
  create: 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id name } }',
};

/** Portico's own /graphql. */
export const apollo: Pick<Contender, 'ask' | 'read'> = {
  ask: ({ work, ...variables }) => {
    if ('after' in variables && variables.after === '') return request(work, {});
    return request(work, 'name' in variables ? { input: variables } : variables);
  },
  read: (question, { data }: { data: Record<string, unknown> }) => {
    const [value] = Object.values(data);
    return question.work === 'user' || question.work === 'create'
      ? value
      : readConnection(question, value as GraphqlPage);
  },
};

function request(work: WorkName, variables: object): ReturnType<Contender['ask']> {
  return { method: 'POST', path: '/graphql', body: JSON.stringify({ query: DOCUMENTS[work], variables }) };
}
