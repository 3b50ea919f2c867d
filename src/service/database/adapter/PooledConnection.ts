import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { AbortSignalLike, Telemetry } from '../../../gateway/server.ts';
import type { Statement, StatementResult } from './columnTypes.ts';
import { statementScope } from './statementScope.ts';
import { isOutdated, isServerRejection } from './statementFailures.ts';

/** What sees each statement that is sent. */
export interface StatementObservers {
  onStatement?: ((sql: string) => void) | undefined;
  telemetry?: Telemetry | undefined;
}

interface ConnectionUse extends StatementObservers {
  canCancel: boolean;
  onRelease?: (() => void) | undefined;
}

/** A connection that is taken from its pool until `release`. Statements must not overlap. */
export class PooledConnection {
  readonly #client: pg.PoolClient;
  readonly #use: ConnectionUse;
  isBroken = false;
  #isOutdated = false;
  /** Repeats the cancel request of the statement that runs. */
  #cancelling: NodeJS.Timeout | undefined;
  #isCancelled = false;

  constructor(client: pg.PoolClient, use: ConnectionUse) {
    this.#client = client;
    this.#use = use;
  }

  /** Sends a statement, which is cancelled once the signal is aborted. Rejects with the error of the driver. */
  async send(statement: Statement, signal: AbortSignalLike | undefined): Promise<StatementResult> {
    const { canCancel, onStatement, telemetry } = this.#use;
    const cancel = canCancel && signal ? () => this.#cancel() : undefined;
    if (cancel) signal!.addEventListener('abort', cancel, { once: true });
    const end = telemetry?.beginStatement(statement.text, statementScope.getStore()?.span);
    let failure: unknown;
    try {
      onStatement?.(statement.text);
      return await this.#client.query(statement);
    } catch (error) {
      failure = error;
      this.isBroken ||= !isServerRejection(error);
      this.#isOutdated ||= isOutdated(error);
      throw error;
    } finally {
      end?.(failure);
      if (cancel) signal!.removeEventListener('abort', cancel);
      clearInterval(this.#cancelling);
    }
  }

  /** Returns the connection to the pool, or closes it if it is not as it was, or if a cancel request may still arrive. */
  release(): void {
    this.#client.release(this.isBroken || this.#isOutdated || this.#isCancelled);
    this.#use.onRelease?.();
  }

  /** A server ignores a cancel request that arrives before it has begun with the statement. */
  #cancel(): void {
    this.#isCancelled = true;
    const request = () => cancelStatement(this.#client);
    request();
    this.#cancelling = setInterval(request, CANCEL_INTERVAL_MS).unref();
  }
}

/** The time limit of a cancel request, and the time until the next one; the statement has a timeout of its own. */
const CANCEL_TIMEOUT_MS = 5_000;
const CANCEL_INTERVAL_MS = 1_000;

/** The part of a node-postgres client that its types leave out. */
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
 * Sends a cancel request for the statement that runs on a connection, over a second connection as the protocol requires; the
 * statement itself reports the outcome. The connection must not be used again: a cancel request may arrive late.
 * See https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 */
function cancelStatement(client: pg.ClientBase): void {
  const { host, port, ssl, processID, secretKey } = client as unknown as Session;
  if (processID === null || secretKey === null) return;
  const connection = new pg.Connection({ ssl } as never) as unknown as Connection;
  const timer = setTimeout(() => connection.stream.destroy(), CANCEL_TIMEOUT_MS).unref();
  // A cancel request that does not arrive has no effect.
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
