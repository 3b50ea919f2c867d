import { ServiceError } from '../errors/ServiceError.ts';

/** What readiness says of a process that is about to end. Nobody has to look into it, so it is not logged as a failure. */
export const DRAINING = new ServiceError(
  'UNAVAILABLE',
  'This process is about to stop; send requests to another one.',
  {
    headers: { 'retry-after': '1' },
  },
);
