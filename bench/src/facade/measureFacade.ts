import type { Context } from '../Context.ts';
import { startCountingProxy } from '../growth/startCountingProxy.ts';
import { startServer } from '../growth/startServer.ts';
import type { Row, Table } from '../Table.ts';
import { BATCH_SIZE } from './batchSize.ts';
import { BASELINE, COLUMNS, type Contender, compareContenders, warmUp } from './compareContenders.ts';
import { countHttpRequests } from './countHttpRequests.ts';
import { createWorks } from './createWorks.ts';
import { type RunningUpstream, startHiveGateway, startPlainServer } from './startUpstream.ts';

/** Compares a façade with a handwritten server, both in front of the same upstream: a table for each upstream. */
export async function* measureFacade({ processes, options: { quick, rounds } }: Context): AsyncGenerator<Table> {
  const count = quick ? 50 : 1000;
  for (const { name, title, start } of [
    { name: 'facade-apollo-server', title: 'in front of Apollo Server', start: startPlainServer },
    { name: 'facade-hive-gateway', title: 'in front of Hive Gateway', start: startHiveGateway },
  ]) {
    const upstream = await start(processes);
    const contenders: Contender[] = [];
    try {
      for (const each of COMMANDS) contenders.push(await startContender(each, upstream));
      const rows: Row[] = [];
      for (const contender of contenders) await warmUp(contender, count * 2);
      for (const work of createWorks()) rows.push(...(await compareContenders(contenders, work, { rounds, count })));
      yield { name, title, columns: COLUMNS, rows, drawn: 'requests' };
    } finally {
      await Promise.all(contenders.map(({ stop }) => stop()));
      await upstream.stop();
    }
  }

  async function startContender({ name, ...command }: Command, { url }: RunningUpstream): Promise<Contender> {
    const { hostname: host, port, pathname } = new URL(url);
    const proxy = await startCountingProxy({ host, port: Number(port) }, countHttpRequests);
    const server = await startServer(processes, command.to(`http://${proxy.host}:${proxy.port}${pathname}`));
    const stop = async () => {
      await server.stop();
      await proxy.stop();
    };
    return { name, server, upstreamRequests: proxy.count, upstreamConnections: proxy.connections, stop };
  }
}

interface Command {
  name: string;
  to(upstreamUrl: string): Parameters<typeof startServer>[1];
}

const toFacade = (url: string) => ({
  args: ['bin/portico.js', 'serve', '--upstream', url, '--endpoints', 'bench/src/facade/rest'],
  probe: '/health/ready',
});

const COMMANDS: readonly Command[] = [
  { name: 'Portico', to: toFacade },
  { name: 'Portico with batches', to: (url) => ({ ...toFacade(url), env: { UPSTREAM_BATCH_SIZE: BATCH_SIZE } }) },
  {
    name: BASELINE,
    to: (url) => ({
      args: ['bench/dist/facade/handwrittenServer.js'],
      env: { UPSTREAM_URL: url },
      probe: '/v1/users/1',
    }),
  },
];
