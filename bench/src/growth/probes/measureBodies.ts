import type { Processes } from '../../processes/createProcesses.ts';
import type { Curve } from '../Curve.ts';
import type { Effort } from '../measureCost.ts';
import { measureCurve } from '../measureCurve.ts';
import { startServer } from '../startServer.ts';
import { THING_BYTES, startThingsUpstream } from '../upstream/startThingsUpstream.ts';
import { writeThings } from '../upstream/writeThings.ts';

const CODINGS = ['identity', 'gzip', 'br'];

/** Responses of 1 KB to 1 MB through a façade, in each content coding. */
export async function* measureBodies(processes: Processes, effort: Effort): AsyncGenerator<Curve> {
  const upstream = await startThingsUpstream();
  const files = await writeThings(1);
  try {
    const api = ['--upstream', upstream.url, '--schema', files.schema, '--endpoints', files.endpoints];
    const args = ['bin/portico.js', 'serve', ...api];
    for (const coding of CODINGS) {
      // One process for each: what compression takes of memory is not that of the others.
      const server = await startServer(processes, { args, probe: '/health/ready' });
      try {
        const subjects = [1e3, 1e4, 1e5, 1e6].map((size) => ({
          size,
          result: size,
          server,
          requests: [{ path: `/v1/things?count=${size / THING_BYTES}`, headers: { 'accept-encoding': coding } }],
        }));
        const heading = { name: `bodies-${coding}`, title: `lists from a façade, ${coding}`, sizeName: 'bytes' };
        yield await measureCurve(heading, subjects, effort);
      } finally {
        await server.stop();
      }
    }
  } finally {
    await files.remove();
    await upstream.stop();
  }
}
