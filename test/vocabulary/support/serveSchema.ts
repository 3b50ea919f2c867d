import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GraphQLSchema } from 'graphql';
import { type Portico, type PorticoFailure, type PorticoOptions, createPortico } from '../../../src/gateway/index.ts';
import { type Documents, folderOf } from './toy.ts';

/** A library over a schema, behind a server of its own. */
export interface ServedSchema {
  /** A body that is no text and no bytes is sent as JSON. */
  send(
    line: string,
    options?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<{ status: number; headers: Headers; text: string; json: unknown }>;
  url: string;
  reports: PorticoFailure[];
  openApi: Portico['openApi'];
  close(): void;
}

/** Serves a schema by these endpoint documents on a port that is free. `line` of a request is a method and a target. */
export async function serveSchema(
  schema: GraphQLSchema,
  documents: Documents,
  options: Pick<PorticoOptions, 'authenticate' | 'cors' | 'idempotency' | 'upstream'> = {},
): Promise<ServedSchema> {
  const reports: PorticoFailure[] = [];
  const folder = folderOf(documents);
  const portico = createPortico({
    schema,
    endpoints: folder,
    ...options,
    report: (failure) => void reports.push(failure),
  });
  rmSync(folder, { recursive: true });
  const server = createServer(portico.handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    reports,
    openApi: portico.openApi,
    close: () => void server.close().closeAllConnections(),
    async send(line, { headers = {}, body } = {}) {
      const [method = '', target = ''] = line.split(' ');
      const response = await fetch(url + target, {
        method,
        redirect: 'manual',
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && {
          body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
        }),
      });
      const text = await response.text();
      const isJson = /[/+]json\b(?!l)/.test(response.headers.get('content-type') ?? 'application/json');
      const json: unknown = text === '' || !isJson ? undefined : JSON.parse(text);
      return { status: response.status, headers: response.headers, text, json };
    },
  };
}
