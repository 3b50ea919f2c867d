/** A database that cannot be opened as it is. The message says why and what to do, without a stack or a secret. */
export class DatabaseError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'DatabaseError';
  }
}
