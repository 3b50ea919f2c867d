import { ServiceError } from './ServiceError.ts';

/** The error of work that was refused, before it started, because too much of it waits already. */
export const OVERLOADED = new ServiceError('UNAVAILABLE', 'The service is overloaded; try again shortly.', {
  headers: { 'retry-after': '1' },
});
