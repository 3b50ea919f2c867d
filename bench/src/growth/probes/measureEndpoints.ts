import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Processes } from '../../processes/createProcesses.ts';
import type { Cost, Curve, Point } from '../Curve.ts';
import { type Effort, type Subject, measureCosts, measureRound } from '../measureCost.ts';
import { readCpuMs, readMemory } from '../readProcess.ts';
import { type MeasuredServer, startServer } from '../startServer.ts';
import { startThingsUpstream } from '../upstream/startThingsUpstream.ts';
import { type ThingsFiles, writeThings } from '../upstream/writeThings.ts';

/** The files of a façade with so many endpoints. */
interface Size {
  size: number;
  files: ThingsFiles;
}

/** A façade with more and more endpoints: its start from documents and from a plan, the first requests, and later ones. */
export async function* measureEndpoints(
  processes: Processes,
  { effort, quick }: { effort: Effort; quick: boolean },
): AsyncGenerator<Curve> {
  const upstream = await startThingsUpstream();
  const sizes: Size[] = [];
  const facades: MeasuredServer[] = [];
  const sizeName = 'endpoints';
  const fromDocuments = ({ endpoints }: ThingsFiles) => ['--endpoints', endpoints];
  const fromPlan = ({ plan }: ThingsFiles) => ['--plan', plan];
  try {
    for (const size of quick ? [10, 100] : [10, 100, 1000]) {
      const files = await writeThings(size);
      sizes.push({ size, files });
      await buildPlan(files);
    }

    for (const [name, title, options] of [
      ['endpoints-start', 'starting a façade from documents', fromDocuments],
      ['endpoints-plan', 'starting a façade from a plan', fromPlan],
    ] as const) {
      yield { name, title, sizeName, points: await measureStarts(options) };
    }

    const first: Point[] = [];
    for (const { size, files } of sizes) {
      const server = await start(files, fromDocuments);
      facades.push(server);
      first.push({ size, result: 1, rounds: [await measureRound({ server, requests: requestsOf(size) }, size)] });
    }
    const title = 'the first request of each endpoint of a façade';
    yield { name: 'endpoints-first', title, sizeName, points: first };

    const subjects = sizes.map(({ size }, index): Subject => {
      return { server: facades[index]!, requests: requestsOf(size) };
    });
    const measured = await measureCosts(subjects, effort);
    const points = sizes.map(({ size }, index) => ({ size, result: 1, rounds: measured[index]! }));
    yield { name: 'endpoints-request', title: 'reading from a façade', sizeName, points };
  } finally {
    await Promise.all(facades.map(({ stop }) => stop()));
    await Promise.all(sizes.map(({ files }) => files.remove()));
    await upstream.stop();
  }

  function start(files: ThingsFiles, options: (files: ThingsFiles) => string[]): Promise<MeasuredServer> {
    const api = ['--upstream', upstream.url, '--schema', files.schema];
    const args = ['bin/portico.js', 'serve', ...api, ...options(files)];
    return startServer(processes, { args, probe: '/health/ready' });
  }

  /** Starts a façade of each size in turn; what it has cost when it is ready is the cost. */
  async function measureStarts(options: (files: ThingsFiles) => string[]): Promise<Point[]> {
    const points = sizes.map(({ size }) => ({ size, result: size, rounds: [] as Cost[] }));
    for (let round = 0; round < effort.rounds; round++) {
      for (const [index, { files }] of sizes.entries()) {
        const { pid, stop } = await start(files, options);
        points[index]!.rounds.push({ cpuMs: readCpuMs(pid), peakBytes: readMemory(pid).peak });
        await stop();
      }
    }
    return points;
  }
}

async function buildPlan({ schema, endpoints, plan }: ThingsFiles): Promise<void> {
  const args = ['bin/portico.js', 'build', '--schema', schema, '--endpoints', endpoints, '--out', plan];
  await promisify(execFile)(process.execPath, args);
}

function requestsOf(size: number): { path: string }[] {
  return Array.from({ length: size }, (_, index) => ({ path: `/v1/things/${index + 1}/${index}` }));
}
