import { violatedConstraint } from '../../database/violatedConstraint.ts';
import { ServiceError } from '../../../gateway/errors/ServiceError.ts';

const CONFLICTS = new Map([
  ['users_email_key', () => conflict('email', 'is the e-mail address of another user')],
  ['orders_user_id_fkey', () => new ServiceError('CONFLICT', 'The user has orders and cannot be deleted.')],
]);

/** The CONFLICT that a failed write of a user amounts to; undefined if it violates no constraint of users. */
export function toConflict(error: unknown): ServiceError | undefined {
  return CONFLICTS.get(violatedConstraint(error) ?? '')?.();
}

function conflict(field: string, message: string): ServiceError {
  return new ServiceError('CONFLICT', `${field} ${message}`, { problems: [{ field, message }] });
}
