import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Reaper } from '../chaos/Reaper.ts';
import { fillDataFolder } from '../../support/database/dataFolder.ts';
import { setup } from '../../promises/support/buildForTests.ts';
import { PORTICO, ROOT, environmentOf, freePort } from '../../promises/support/startProgram.ts';
import { SPEC_SECRET } from '../../promises/support/signToken.ts';

const START_TIMEOUT_MS = 120_000;

/** The service under test: one process over the embedded database. */
export interface Fuzzed {
  url: URL;
  /** The memory of its live objects. */
  measure(): Promise<NodeJS.MemoryUsage>;
  hasEnded(): boolean;
  /** What it has logged as an error, or printed beside the log. */
  complaints(): readonly string[];
  /** Sends SIGTERM, and resolves to the exit code. */
  end(): Promise<number | null>;
}

/** Starts the service, and waits until it is ready. */
export async function startFuzzed(reaper: Reaper): Promise<Fuzzed> {
  setup();
  const dataDir = path.join(reaper.folder, 'data');
  await fillDataFolder(dataDir, 'demo');
  const port = await freePort();
  const url = new URL(`http://127.0.0.1:${port}`);
  const settings = { PORT: String(port), AUTH_SECRET: SPEC_SECRET, LOG_LEVEL: 'error', DRAIN_SECONDS: '0' };
  const child = spawn(process.execPath, ['--import', './test/systems/fuzz/reportHeap.mjs', ...PORTICO, 'serve'], {
    cwd: ROOT,
    env: environmentOf({ DATA_DIR: dataDir, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  reaper.watch(child);
  const output: string[] = [];
  let isReady = false;
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) =>
      output.push(
        ...String(chunk)
          .split('\n')
          .filter((line) => line !== ''),
      ),
    );
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!isReady) {
    isReady = await fetch(new URL('/health/ready', url)).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isReady && (hasEnded() || Date.now() > deadline))
      throw new Error(`The service does not start: ${output.join('\n')}`);
    await setTimeout(100);
  }
  output.length = 0;
  return {
    url,
    measure: async () => {
      child.send('measure');
      return ((await once(child, 'message')) as [NodeJS.MemoryUsage])[0];
    },
    hasEnded,
    complaints: () => output.filter((line) => !line.startsWith('Portico is ready') && !line.startsWith('curl ')),
    end: async () => {
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}
