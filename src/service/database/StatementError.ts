/**
 * Carries an error from the pool through Prisma to the caller of a store. It has no `code`: Prisma treats errors with a code
 * as its own, and passes all others on unchanged.
 */
export class StatementError extends Error {
  /** What the caller of the store receives. */
  readonly reason: unknown;

  constructor(reason: unknown) {
    super('The statement failed.', { cause: reason });
    this.name = 'StatementError';
    this.reason = reason;
  }
}
