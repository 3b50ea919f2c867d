import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProgram } from '../../../promises/support/startProgram.ts';

/** A façade with one endpoint. */
export interface FacadeOptions {
  upstream: URL;
  sdl: string;
  document: string;
  /** That of the API, with which its keys begin. */
  name: string;
  env: Record<string, string>;
}

/** Starts the program as a façade. */
export async function openFacade({ upstream, sdl, document, name, env }: FacadeOptions) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-facade-'));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  mkdirSync(path.join(folder, 'rest/v1'), { recursive: true });
  write('schema.graphql', sdl);
  write('rest/api.json', JSON.stringify({ name }));
  write('rest/v1/endpoint.graphql', document);
  const paths = ['--schema', path.join(folder, 'schema.graphql'), '--endpoints', path.join(folder, 'rest')];
  const program = await startProgram(env, '--upstream', upstream.href, ...paths);
  return {
    /** The messages of the log. */
    messages: () => Array.from(program.output().matchAll(/"msg":"([^"]*)"/g), ([, message]) => message!),
    output: program.output,
    async send(target: string, init?: RequestInit) {
      const response = await fetch(new URL(target, program.client.url), init);
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? '' : (JSON.parse(text) as unknown),
      };
    },
    async close() {
      await program.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
