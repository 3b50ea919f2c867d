// The server of a façade, over a schema and endpoint documents given as text. No entrance exports it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger, readSettings } from '../../../../src/gateway/server.ts';
import { startFacade } from '../../../../src/gateway/serve/startFacade.ts';
import { failuresIn } from './openPortico.ts';

export { failuresIn };
type Upstream = Parameters<typeof startFacade>[1]['upstream'];

export interface OpenFacadeOptions {
  upstream: Upstream;
  sdl: string;
  /** Texts by file name in the folder v1, such as `getUser.graphql`. */
  files: Readonly<Record<string, string>>;
  /** In api.json; without it there is no such file. */
  name?: string;
  env?: Readonly<Record<string, string>>;
}

export interface OpenFacade {
  url: string;
  /** Every line of the log. */
  logged: Record<string, unknown>[];
  send(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: unknown }>;
  close(): Promise<void>;
}

export async function openFacade({
  upstream,
  sdl,
  files,
  name: apiName,
  env = {},
}: OpenFacadeOptions): Promise<OpenFacade> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-facade-'));
  mkdirSync(path.join(folder, 'rest/v1'), { recursive: true });
  const schema = path.join(folder, 'schema.graphql');
  writeFileSync(schema, sdl);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, 'rest/v1', name), text);
  if (apiName !== undefined) writeFileSync(path.join(folder, 'rest/api.json'), JSON.stringify({ name: apiName }));
  const logged: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
  const settings = readSettings({ PORT: '0', ...env });
  const facade = await startFacade(
    settings,
    { upstream, schema, source: { endpoints: path.join(folder, 'rest') } },
    { log },
  );
  return {
    url: facade.url,
    logged,
    async send(target, init) {
      const response = await fetch(facade.url + target, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
    },
    async close() {
      await facade.close();
      rmSync(folder, { recursive: true });
    },
  };
}
