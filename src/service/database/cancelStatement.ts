import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';

/** Milliseconds that a cancel request may take; the statement has a timeout of its own. */
const CANCEL_TIMEOUT_MS = 5_000;

/** What node-postgres knows of a connection, and its types do not tell. */
interface Session {
  host: string;
  port: number;
  ssl: boolean | ConnectionOptions;
  processID: number | null;
  secretKey: number | null;
}

/** The part of node-postgres's `Connection` that its types leave out. */
interface Connection extends NodeJS.EventEmitter {
  stream: Duplex;
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Asks the server, over a short connection of its own, to cancel what runs in a session; the statement itself tells what
 * came of it. The session must not be used again: the request may be carried out after the statement has ended.
 * See https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 */
export function cancelStatement(client: pg.ClientBase): void {
  const { host, port, ssl, processID, secretKey } = client as unknown as Session;
  if (processID === null || secretKey === null) return;
  const connection = new pg.Connection({ ssl } as never) as unknown as Connection;
  const timer = setTimeout(() => connection.stream.destroy(), CANCEL_TIMEOUT_MS).unref();
  // A request that does not arrive cancels nothing, and that is all.
  connection.on('error', () => connection.stream.destroy());
  connection.on('end', () => clearTimeout(timer));
  const send = () => connection.cancel(processID, secretKey);
  if (ssl) {
    connection.on('connect', () => connection.requestSsl());
    connection.on('sslconnect', send);
  } else {
    connection.on('connect', send);
  }
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
