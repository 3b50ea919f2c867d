// The caller that the resolvers of a subgraph see behind a router and a façade: the router sends the token on, and the subgraph verifies
// it again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { composeServices } from '@theguild/federation-composition';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuthenticator } from '../../../src/gateway/guard/access/createAuthenticator.ts';
import { createAdmission } from '../../../src/gateway/guard/limits/createAdmission.ts';
import { startGatewayServer } from '../../../src/gateway/serve/startGatewayServer.ts';
import { createLogger } from '../../../src/gateway/base/telemetry/createLogger.ts';
import { readServiceSettings } from '../../../src/service/config/readServiceSettings.ts';
import { buildSubgraph } from '../../../src/service/federation/buildSubgraph.ts';
import { createGraphqlHandler } from '../../../src/service/graphql/createGraphqlHandler.ts';
import { SPEC_SECRET, signToken } from '../../promises/support/signToken.ts';
import { callerSubgraph } from '../../service/support/callerSubgraph.ts';
import { startGateway } from './support/startFront.ts';
import { startPortico } from './support/startPortico.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-caller-'));
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  rmSync(folder, { recursive: true });
}, 60_000);

let graphql: string;
let rest: string;
beforeAll(async () => {
  const settings = readServiceSettings({ PORT: '0', AUTH_SECRET: SPEC_SECRET });
  const log = createLogger('silent');
  const { authenticate } = await openAuthenticator(settings, 'portico');
  const schema = buildSubgraph(callerSubgraph);
  const handler = await createGraphqlHandler({
    schema,
    authenticate,
    admission: createAdmission(),
    introspection: false,
    coversWritten: true,
    log,
  });
  const subgraph = await startGatewayServer(settings, { graphql: handler, ping: async () => {}, log });
  stops.push(subgraph.close);

  const { name, typeDefs } = callerSubgraph;
  const supergraph = path.join(folder, 'supergraph.graphql');
  writeFileSync(supergraph, composeServices([{ name, typeDefs, url: `${subgraph.url}/graphql` }]).supergraphSdl!);
  const gateway = await startGateway(supergraph);
  stops.push(gateway.stop);
  graphql = `${gateway.url}/graphql`;

  mkdirSync(path.join(folder, 'rest/v1'), { recursive: true });
  const document = 'query caller @endpoint(method: GET, path: "/caller") { caller { subject scopes claims } }';
  writeFileSync(path.join(folder, 'rest/v1/caller.graphql'), document);
  const options = ['--upstream', graphql, '--schema', supergraph, '--endpoints', path.join(folder, 'rest')];
  const facade = await startPortico({}, 'serve', ...options);
  stops.push(facade.stop);
  rest = `${facade.url}/v1/caller`;
}, 120_000);

const claims = { sub: 'ada', scope: 'a b', tenant: 'acme', roles: ['clerk'] };

test.each([
  ['the router', () => graphql, { query: '{ caller { subject scopes claims } }' }],
  ['the façade', () => rest, undefined],
])('behind %s, a resolver sees subject, scopes and claims', async (_, url, body) => {
  const response = await fetch(url(), {
    headers: { authorization: `Bearer ${await signToken(claims)}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as { claims: string; data: { caller: { claims: string } } };
  const { claims: seen, ...caller } = body ? json.data.caller : json;
  expect([response.status, caller]).toEqual([200, { subject: 'ada', scopes: ['a', 'b'] }]);
  expect(JSON.parse(seen)).toEqual({ ...claims, exp: expect.any(Number) });
});
