/** Type bytes of the messages that execute a statement: Query and Execute. */
const EXECUTING = new Set([...'QE'].map((type) => type.charCodeAt(0)));

/** The protocol version of a startup message: 3.0. */
const VERSION_3 = 196_608;

/** Bytes of a length, which counts itself, and of the type before it. */
const LENGTH_BYTES = 4;
const TYPE_BYTES = 1;

/**
 * Returns a function that takes what one client of PostgreSQL sends, in chunks of any size, and returns how many statements
 * it executed so far. See https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function countStatements(): (chunk: Buffer) => number {
  let statements = 0;
  /** Whether the startup message is over: the messages before its end have no type. */
  let started = false;
  let header = Buffer.alloc(0);
  /** Bytes of the current message that are still to come. */
  let remaining = 0;

  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (remaining > 0) {
        const skipped = Math.min(remaining, rest.length);
        remaining -= skipped;
        rest = rest.subarray(skipped);
        continue;
      }
      // What follows its length distinguishes a startup message from a request for TLS or a cancellation.
      const size = started ? TYPE_BYTES + LENGTH_BYTES : 2 * LENGTH_BYTES;
      const missing = size - header.length;
      header = Buffer.concat([header, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (header.length < size) break;
      if (started) {
        if (EXECUTING.has(header[0]!)) statements++;
        remaining = header.readInt32BE(TYPE_BYTES) - LENGTH_BYTES;
      } else {
        started = header.readInt32BE(LENGTH_BYTES) === VERSION_3;
        remaining = header.readInt32BE(0) - size;
      }
      header = Buffer.alloc(0);
    }
    return statements;
  };
}
