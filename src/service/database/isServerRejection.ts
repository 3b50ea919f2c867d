import pg from 'pg';

/** SQLSTATEs that end the session; a pooler sends those of class 08 when it has lost its server. */
const ENDS_SESSION = /^(08|25P0[345]|28|3D|53|57P|58|F0|XX)/;

/**
 * Whether the server rejected a statement and continues the session, that is, whether the statement certainly had no effect.
 * The severity is ERROR then; it is translated to the server's language, unlike the SQLSTATE.
 */
export function isServerRejection(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { severity = '', code = '' } = error;
  if (severity === 'FATAL' || severity === 'PANIC') return false;
  return severity === 'ERROR' ? !code.startsWith('08') : !ENDS_SESSION.test(code);
}
