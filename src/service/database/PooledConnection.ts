import type { AbortSignalLike } from '../../gateway/protocol/AbortSignalLike.ts';
import pg from 'pg';
import { cancelStatement } from './cancelStatement.ts';
import { isServerRejection } from './isServerRejection.ts';

/** How the connections of a pool are used. */
export interface ConnectionOptions {
  /** Whether the database accepts cancel requests. */
  canCancel: boolean;
  /** Called with the text of each statement before it is sent. */
  onStatement?: ((sql: string) => void) | undefined;
  onRelease?: (() => void) | undefined;
}

/** A connection that is taken from its pool until `release`. Statements must not overlap. */
export class PooledConnection {
  readonly #client: pg.PoolClient;
  readonly #options: ConnectionOptions;
  #isBroken = false;
  #isOutdated = false;
  #isCancelled = false;

  constructor(client: pg.PoolClient, options: ConnectionOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** Whether another statement can be sent. */
  get isReady(): boolean {
    return !this.#isBroken;
  }

  /** Sends a statement, which is cancelled once the signal is aborted. Rejects with the error of the driver. */
  async send(statement: string | pg.QueryConfig, signal: AbortSignalLike | undefined): Promise<pg.QueryResult> {
    const { canCancel, onStatement } = this.#options;
    const cancel = canCancel && signal ? () => this.#cancel() : undefined;
    if (cancel) signal!.addEventListener('abort', cancel, { once: true });
    try {
      onStatement?.(typeof statement === 'string' ? statement : statement.text);
      return await this.#client.query(statement);
    } catch (error) {
      this.#isBroken ||= !isServerRejection(error);
      this.#isOutdated ||= isOutdated(error);
      throw error;
    } finally {
      if (cancel) signal!.removeEventListener('abort', cancel);
    }
  }

  /**
   * Returns the connection to the pool. It is closed instead if it has failed, if it has an outdated prepared statement, or if
   * a cancel request may still arrive.
   */
  release(): void {
    this.#client.release(this.#isBroken || this.#isOutdated || this.#isCancelled);
    this.#options.onRelease?.();
  }

  #cancel(): void {
    this.#isCancelled = true;
    cancelStatement(this.#client);
  }
}

/** Whether a statement was prepared before a migration changed the types of its columns. The message is translated. */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}
