// The errors of a host, such as Nest's HttpException, as errors of a response.
import { STATUS_CODES } from 'node:http';
import { STATUS_OF_CODE } from './codes.ts';
import { ServiceError } from './ServiceError.ts';

/** The error of a response that stands for one that the host's code threw. */
export interface MappedError {
  /** From 400 to 599. */
  status: number;
  /** Default: the code of the status, such as `NOT_FOUND` for 404. */
  code?: string;
  /** What the client reads. Default: the reason phrase of the status, such as `Not Found`. */
  message?: string;
}

/** Turns a thrown value into the error of a response; undefined where the host's function returns nothing. */
export type MapThrown = (thrown: unknown) => ServiceError | undefined;

/** Any body can have it. */
const CODE = /^[\w.-]{1,64}$/;

/** Creates the mapping of a host's function. It throws what the function throws, and a TypeError for a status that is not valid. */
export function createErrorMapper(mapError: (error: unknown) => MappedError | null | undefined): MapThrown {
  return (thrown) => {
    // Those of Portico, such as that of a timeout, have their status.
    if (thrown instanceof ServiceError) return undefined;
    const mapped = mapError(thrown);
    if (mapped === undefined || mapped === null) return undefined;
    if (mapped instanceof Promise) throw new TypeError('mapError must not be asynchronous.');
    const { status, code = codeOf(status), message = STATUS_CODES[status] ?? 'Error' } = mapped;
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new TypeError(`mapError must return a status from 400 to 599, not ${String(status)}.`);
    }
    if (!CODE.test(code) || typeof message !== 'string' || message === '') {
      throw new TypeError(
        'mapError must return a code such as NOT_FOUND and a message that is not empty, where it returns them.',
      );
    }
    return ServiceError.of(code, status, message, { cause: thrown });
  };
}

/** The first code of a status; for one without, its reason phrase: `PAYMENT_REQUIRED`. */
function codeOf(status: number): string {
  const known = Object.entries(STATUS_OF_CODE).find(([, each]) => each === status);
  const phrase = STATUS_CODES[status] ?? 'Error';
  return known?.[0] ?? phrase.replaceAll("'", '').replaceAll(/\W+/g, '_').toUpperCase();
}
