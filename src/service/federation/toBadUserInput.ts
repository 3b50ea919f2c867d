import { truncateMiddle } from '../../gateway/errors/truncate.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';

/** In UTF-16 code units. */
const MAX_MESSAGE_LENGTH = 500;

/** BAD_USER_INPUT for an error of graphql-js about variables, whose message is shortened in its middle, where it repeats the value. */
export function toBadUserInput(cause: Error): ServiceError {
  return new ServiceError('BAD_USER_INPUT', truncateMiddle(cause.message, MAX_MESSAGE_LENGTH), { cause });
}
