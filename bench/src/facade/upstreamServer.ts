// A plain GraphQL server over data in memory: Apollo Server, which offers batched requests.
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { createUpstreamSchema } from './upstreamSchema.ts';

const server = new ApolloServer({
  schema: createUpstreamSchema(),
  introspection: true,
  allowBatchedHttpRequests: true,
  csrfPrevention: false,
});
await startStandaloneServer(server, { listen: { host: '127.0.0.1', port: Number(process.env['PORT']) } });
