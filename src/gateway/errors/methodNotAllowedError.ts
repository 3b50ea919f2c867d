import { ServiceError } from './ServiceError.ts';

/** The error of a method that a path does not support; `allow` lists those that it supports. See RFC 9110, section 15.5.6. */
export function methodNotAllowedError(method: string, allow: string): ServiceError {
  const message = `${method} is not allowed; allowed methods: ${allow}`;
  return new ServiceError('METHOD_NOT_ALLOWED', message, { headers: { allow } });
}
