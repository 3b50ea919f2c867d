/** A response of the upstream has no GraphQL result. */
export class NoResultError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The upstream responded with status ${status}.`);
    this.status = status;
  }
}
