/**
 * What the pool knows of a statement that failed, and the driver's error does not say. It has no `code`: Prisma takes
 * errors with one for its own, and passes all others on as they are.
 */
export class StatementError extends Error {
  /** What the caller of the store is given. */
  readonly reason: unknown;

  constructor(reason: unknown) {
    super('A statement was ended.', { cause: reason });
    this.name = 'StatementError';
    this.reason = reason;
  }
}
