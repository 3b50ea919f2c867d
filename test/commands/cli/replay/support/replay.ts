// `portico replay` of recorded requests, between two servers that play fixtures.
import { afterAll } from 'vitest';
import { Folder, type Run } from '../../../support/runPortico.ts';
import { playFixtures } from './playFixtures.ts';

interface Request {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Options {
  /** The file of the recording. */
  requests?: string;
  against?: string;
  to?: string;
  ignore?: readonly string[];
  header?: readonly string[];
  writes?: boolean;
  json?: boolean;
}

interface Replayed extends Run {
  /** A line for each difference. */
  lines: string[];
  /** What is printed after them. */
  text: string;
}

/** The path of the old API. */
export const PATH = '/api/v3';

/** An old API and a new one, and the folder with the recording. */
export async function openReplay() {
  const [old, current] = [await playFixtures(), await playFixtures()];
  const folder = new Folder();
  afterAll(async () => {
    await old.close();
    await current.close();
  });

  /** Replays a recording. */
  async function replayText(text: string, options: Options = {}): Promise<Replayed> {
    folder.write({ requests: text });
    const given = { requests: 'requests', against: old.origin + PATH, to: current.origin, ...options };
    const args = Object.entries(given).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : [value].flat().flatMap((each) => [`--${name}`, each as string]),
    );
    const run = await folder.run(['replay', ...args]);
    const all = run.stdout.trimEnd().split('\n');
    const end = all.findIndex((line) => /^\d+ differences? in /.test(line));
    return { ...run, lines: all.slice(0, end), text: all.slice(end).join('\n') };
  }

  /** Writes JSON Lines, and replays them. */
  const replay = (requests: readonly Request[], options?: Options) =>
    replayText(requests.map((request) => `${JSON.stringify(request)}\n`).join(''), options);

  return { old, current, servers: [old, current] as const, folder, replay, replayText };
}
