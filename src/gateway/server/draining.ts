import { ServiceError } from '../errors/ServiceError.ts';

/** The readiness error of a process that is shutting down. It is expected, so it is not logged as a failure. */
export const DRAINING = new ServiceError(
  'UNAVAILABLE',
  'This process is shutting down; send requests to another one.',
  {
    headers: { 'retry-after': '1' },
  },
);
