import { truncateMiddle } from '../../gateway/errors/truncate.ts';
import { ServiceError } from '../../gateway/errors/ServiceError.ts';

/** In UTF-16 code units. */
const MAX_MESSAGE_LENGTH = 500;

/** What graphql-js says of variables that do not fit. The message repeats the value that was sent, between the name of its variable and what is wrong with it. */
export function toBadUserInput(cause: Error): ServiceError {
  return new ServiceError('BAD_USER_INPUT', truncateMiddle(cause.message, MAX_MESSAGE_LENGTH), { cause });
}
