import { startServer } from '../growth/startServer.ts';
import type { Processes } from '../processes/createProcesses.ts';

/** A GraphQL API that façades are measured in front of. */
export interface RunningUpstream {
  /** Of its endpoint. */
  url: string;
  stop(): Promise<void>;
}

const PROBE = 'query=%7B__typename%7D';

/** Apollo Server over data in memory. */
export async function startPlainServer(processes: Processes): Promise<RunningUpstream> {
  const args = ['bench/dist/facade/upstreamServer.js'];
  const { origin, stop } = await startServer(processes, { args, probe: `/?${PROBE}` });
  return { url: `${origin}/`, stop };
}

/** Hive Gateway over that server, as the only subgraph of a supergraph. */
export async function startHiveGateway(processes: Processes): Promise<RunningUpstream> {
  const subgraph = await startPlainServer(processes);
  const gateway = await startServer(processes, {
    args: ['bench/dist/facade/hiveGatewayServer.js'],
    env: { SUBGRAPH_URL: subgraph.url },
    probe: `/graphql?${PROBE}`,
  });
  const stop = async () => {
    await gateway.stop();
    await subgraph.stop();
  };
  return { url: `${gateway.origin}/graphql`, stop };
}
