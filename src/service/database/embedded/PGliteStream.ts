// The socket of node-postgres for the embedded database: it splits the byte stream into complete batches of messages, passes
// each to PGlite, and streams the responses back. It opens no port and does not parse SQL.
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

const FLUSH = 0x48; // H
const SIMPLE_QUERY = 0x51; // Q
const SYNC = 0x53; // S
const TERMINATE = 0x58; // X

/** PGlite has one session, which outlives connections: a new one must see no transaction, settings or prepared statements. */
const RESET = [simpleQuery('ROLLBACK'), simpleQuery('DISCARD ALL')];

/**
 * A stream in place of a TCP socket. All streams share one session, so only one may be in use at a time.
 * See https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class PGliteStream extends Duplex {
  readonly #database: PGlite;
  #received: Buffer = Buffer.alloc(0);
  /** The startup message alone has no type byte. */
  #started = false;

  constructor(database: PGlite) {
    super();
    this.#database = database;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  override _read(): void {
    // Responses are pushed as they arrive: node-postgres always reads.
  }

  override _writev(chunks: { chunk: Buffer }[], written: () => void): void {
    this.#received = Buffer.concat([this.#received, ...chunks.map(({ chunk }) => chunk)]);
    let start = 0;
    let end = 0;
    for (;;) {
      const head = this.#started ? 1 : 0;
      if (this.#received.length < end + head + 4) break;
      const next = end + head + this.#received.readUInt32BE(end + head);
      if (this.#received.length < next) break;
      const type = this.#started ? this.#received[end] : undefined;
      end = next;
      if (!this.#started) {
        this.#started = true;
        for (const message of RESET) this.#enqueue(() => this.#execute(message));
      }
      if (type === TERMINATE) {
        this.#enqueue(() => this.push(null));
        start = end;
      } else if (type === undefined || type === SYNC || type === SIMPLE_QUERY || type === FLUSH) {
        // A batch ends at a message that a server responds to.
        const batch = this.#received.subarray(start, end);
        this.#enqueue(async () => this.push(await this.#execute(batch)));
        start = end;
      }
    }
    this.#received = this.#received.subarray(start);
    written();
  }

  /** The bytes of the response, errors included. After `execProtocolRaw` PGlite would retain every parsed message. */
  async #execute(messages: Uint8Array): Promise<Uint8Array> {
    return (await this.#database.execProtocol(messages, { throwOnError: false })).data;
  }

  /** Runs `work` after what was sent before, in a later turn of the event loop: PGlite works synchronously, and would block all sockets. */
  #enqueue(work: () => unknown): void {
    const turn = async () => {
      await setImmediate();
      await work();
    };
    this.#database.runExclusive(turn).catch((error: Error) => this.destroy(error));
  }
}

/** The message that runs a statement without parameters. */
export function simpleQuery(sql: string): Uint8Array {
  const message = Buffer.alloc(6 + Buffer.byteLength(sql));
  message[0] = SIMPLE_QUERY;
  message.writeUInt32BE(message.length - 1, 1);
  message.write(sql, 5);
  return message;
}
