/** A database that cannot be opened. The message says why and what to do, and contains no secrets. */
export class DatabaseError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'DatabaseError';
  }
}
