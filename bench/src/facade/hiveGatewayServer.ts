// Hive Gateway over one subgraph, the server at SUBGRAPH_URL.
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { typeDefs } from './upstreamSchema.ts';

const { PORT = '', SUBGRAPH_URL = '' } = process.env;

const { supergraphSdl, errors } = composeServices([{ name: 'users', url: SUBGRAPH_URL, typeDefs: parse(typeDefs) }]);
if (supergraphSdl === undefined) throw new Error(errors?.map(({ message }) => message).join('\n'));

const gateway = createGatewayRuntime({ supergraph: supergraphSdl, batching: true, logging: 'warn' });
createServer(gateway).listen(Number(PORT), '127.0.0.1');
