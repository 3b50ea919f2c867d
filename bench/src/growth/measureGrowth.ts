import type { Context } from '../Context.ts';
import { createCredentials } from '../contenders/createCredentials.ts';
import type { Table } from '../Table.ts';
import { createCurveTable } from './createCurveTable.ts';
import type { Curve } from './Curve.ts';
import type { GrowthContext, Stage } from './GrowthContext.ts';
import type { Effort } from './measureCost.ts';
import { type MeasuredService, openMeasuredService } from './openMeasuredService.ts';
import { measureBodies } from './probes/measureBodies.ts';
import { measureConnections } from './probes/measureConnections.ts';
import { measureDepths } from './probes/measureDepths.ts';
import { measureEndpoints } from './probes/measureEndpoints.ts';
import { measureOrders } from './probes/measureOrders.ts';
import { measureTotals } from './probes/measureTotals.ts';
import { createHttpClient, sendRequests } from './sendRequests.ts';

const EFFORT: Effort = { rounds: 5, roundMs: 400 };
const QUICK_EFFORT: Effort = { rounds: 1, roundMs: 60 };

/** Measures what a request costs as tables, depths, results, endpoints and connections grow: a table for each curve. */
export async function* measureGrowth({ options, processes, openDatabase }: Context): AsyncGenerator<Table> {
  const { quick } = options;
  const effort = quick ? QUICK_EFFORT : EFFORT;
  const { secret, authorization } = await createCredentials();
  const openService = (databaseUrl: string) => openMeasuredService(processes, { databaseUrl, secret });
  const openStage = async (rows: number): Promise<Stage> => {
    const { url } = await openDatabase(rows);
    const service = await openService(url);
    await warmUp(service, authorization, quick ? 100 : 1000);
    return { service, databaseUrl: url, rows };
  };
  const small = await openStage(quick ? 1e3 : 1e4);
  const large = await openStage(quick ? 1e4 : 1e6);
  const context: GrowthContext = { processes, small, large, openService, authorization, effort, quick };
  try {
    for (const measure of [measureTotals, measureDepths, measureOrders]) yield* tablesOf(measure(context));
    yield* tablesOf(measureBodies(processes, effort));
    yield* tablesOf(measureEndpoints(processes, { effort, quick }));
    yield await measureConnections(context);
  } finally {
    await Promise.all([small, large].map(({ service }) => service.stop()));
  }
}

/** Sends so many requests for each list, until most code is compiled. */
async function warmUp({ origin }: MeasuredService, authorization: string, count: number): Promise<void> {
  const client = createHttpClient(origin, 1);
  const paths = ['/v1/products?cursor=', '/v1/users?cursor=', '/v1/orders?cursor='];
  const requests = paths.map((path) => ({ path, headers: { authorization } }));
  await sendRequests(client, requests, { count: count * requests.length, connections: 1 });
  client.close();
}

async function* tablesOf(curves: AsyncIterable<Curve>): AsyncGenerator<Table> {
  for await (const curve of curves) yield createCurveTable(curve);
}
