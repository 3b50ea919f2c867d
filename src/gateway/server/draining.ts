import { ServiceError } from '../errors/ServiceError.ts';

/** The readiness error of a process that is shutting down. It is expected, so it is not logged as a failure. */
export const DRAINING = new ServiceError('UNAVAILABLE', 'The server is shutting down; try again shortly.', {
  headers: { 'retry-after': '1' },
});
