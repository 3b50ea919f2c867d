// A façade over a schema and documents that stand in a test, and a GraphQL server behind it that responds as the test says.
import { buildSchema } from 'graphql';
import type { PorticoFailure } from '../../../src/gateway/index.ts';
import { type StubUpstream, stubUpstream } from '../../support/stubUpstream.ts';
import { serveSchema } from './serveSchema.ts';

export { type StubUpstream, stubUpstream };

export interface OpenFacade {
  url: string;
  reports: PorticoFailure[];
  send(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: unknown }>;
  close(): void;
}

/** `files` are texts by file name in the folder v1. */
export async function openFacade(options: {
  upstream: StubUpstream;
  sdl: string;
  files: Readonly<Record<string, string>>;
}): Promise<OpenFacade> {
  const { upstream, sdl, files } = options;
  const documents = Object.fromEntries(Object.entries(files).map(([name, text]) => [`v1/${name}`, text]));
  const served = await serveSchema(buildSchema(sdl), documents, { upstream: { url: upstream.url } });
  const { url, reports, close } = served;
  return {
    url,
    reports,
    close,
    async send(path, init) {
      const response = await fetch(url + path, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
    },
  };
}
