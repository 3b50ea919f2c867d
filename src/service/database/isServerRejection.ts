import pg from 'pg';

/** SQLSTATEs that end the session, or, of the class 08, that a pooler answers with for a server that it has lost. */
const ENDS_SESSION = /^(08|25P0[345]|28|3D|53|57P|58|F0|XX)/;

/**
 * Whether the server itself said that a statement failed, and goes on with the session: then nothing of the statement has
 * happened. It says so with the severity ERROR, which it tells in its own language, unlike the SQLSTATE.
 */
export function isServerRejection(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { severity = '', code = '' } = error;
  if (severity === 'FATAL' || severity === 'PANIC') return false;
  return severity === 'ERROR' ? !code.startsWith('08') : !ENDS_SESSION.test(code);
}
