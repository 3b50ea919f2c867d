// A façade of `createPortico` over a schema and endpoint documents given as text, in a server of node:http. What only the server of a
// façade has, such as its settings and the lines of its log, is in openFacade.ts.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { type PorticoOptions, createPortico } from '../../../../src/gateway/index.ts';
import { createLogger, pathOf, reportFailure } from '../../../../src/gateway/server.ts';
import { folderOf } from '../../support/folderOf.ts';

interface OpenPorticoOptions extends Pick<PorticoOptions, 'authenticate' | 'idempotency'> {
  upstream: NonNullable<PorticoOptions['upstream']>;
  sdl: string;
  /** Texts by file name in the folder v1, such as `getUser.graphql`. */
  files: Readonly<Record<string, string>>;
}

export interface OpenPortico {
  url: string;
  server: Server;
  /** The log lines of failures. */
  logged: Record<string, unknown>[];
  send(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: unknown }>;
  close(): Promise<void>;
}

export async function openPortico({ upstream, sdl, files, ...options }: OpenPorticoOptions): Promise<OpenPortico> {
  const logged: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
  const { url, headers, forwarded, client, trustedDocuments } = upstream;
  const portico = createPortico({
    ...options,
    schema: buildSchema(sdl),
    endpoints: folderOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`v1/${name}`, text]))),
    upstream: {
      url,
      ...(headers && { headers }),
      ...(forwarded && { forwarded }),
      ...(client && { client }),
      ...(trustedDocuments && { trustedDocuments }),
    },
    health: true,
    report: ({ target, error, ...failure }) =>
      reportFailure(log, { ...failure, error, path: pathOf(target) } as Parameters<typeof reportFailure>[1]),
  });
  const server = createServer(portico.handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    server,
    logged,
    async send(target, init) {
      const response = await fetch(origin + target, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The log lines of one failed request, as text. */
export function failuresIn(logged: readonly Record<string, unknown>[], requestId: string): string {
  const failures = logged.filter((line) => line['requestId'] === requestId && line['msg'] === 'request failed');
  return JSON.stringify(failures);
}
