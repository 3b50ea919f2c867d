// Hive Gateway with its SOFA plugin, as a proxy of Portico's own /graphql in a second process: the least that this gateway
// needs to serve REST. The processes are one group, so their CPU time counts together.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createGatewayRuntime, type GatewayPlugin } from '@graphql-hive/gateway-runtime';
import { useSofa } from '@graphql-yoga/plugin-sofa';
import { Response } from 'fets';
import { composeSchema } from '../../../dist/service/composeSchema.js';
import { freePort } from '../processes/freePort.ts';
import { port } from './environment.ts';
import { acceptTextIds, MOUNTS, type Mount, narrowSchema } from './sofaMounts.ts';
import { untilAnswers } from './untilAnswers.ts';

const upstreamPort = await freePort();
const upstream = spawn(process.execPath, ['bin/portico.js', 'serve'], {
  env: { ...process.env, PORT: String(upstreamPort) },
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.once('SIGTERM', () => {
  upstream.kill();
  process.exit();
});
const origin = `http://127.0.0.1:${upstreamPort}`;
await untilAnswers(origin, upstream);

const gateway = createGatewayRuntime({
  schema: acceptTextIds(composeSchema().schema),
  proxy: { endpoint: `${origin}/graphql` },
  propagateHeaders: {
    fromClientToSubgraphs: ({ request }) => ({ authorization: request.headers.get('authorization') ?? '' }),
  },
  logging: 'warn',
  plugins: () => Object.entries(MOUNTS).map(([name, mount]) => serveMount(name, mount)),
});

// The gateway reads its schema, for which the plugin waits, with the first operation.
await gateway.fetch(new URL('/graphql?query={__typename}', origin));

createServer(gateway).listen(port, '127.0.0.1');

/** The plugin with a schema of its own: it would serve every field of the gateway's. */
function serveMount(name: string, mount: Mount): GatewayPlugin {
  // It is typed for the server below the gateway, whose contexts have less.
  const plugin = useSofa({ basePath: `/${name}`, errorHandler }) as unknown as GatewayPlugin;
  return {
    ...plugin,
    onSchemaChange: (payload) => plugin.onSchemaChange?.({ ...payload, schema: narrowSchema(payload.schema, mount) }),
  };
}

/** SOFA answers every error with 500 unless configured otherwise. */
function errorHandler(errors: readonly { extensions?: { code?: unknown } }[]): Response {
  const status = errors[0]?.extensions?.code === 'UNAUTHENTICATED' ? 401 : 500;
  return Response.json({ errors }, { status });
}
