// Requests with an Idempotency-Key, exactly once: the write, everything that its response reads, and the response itself are one
// transaction.
import { createHash } from 'node:crypto';
import {
  KEY_LIFETIME_HOURS,
  type KeyedRequest,
  type Reply,
  type RunOnce,
  ServiceError,
  assertSameRequest,
  internalError,
  keyInUseError,
  replay,
} from '../../gateway/server.ts';
import type { Database, Scope } from './Database.ts';
import { unavailableError, violatedConstraint } from './databaseErrors.ts';

/** Creates what executes the keyed requests of the service, over its own database. */
export function createAtomicRunOnce({ run: query, transaction }: Pick<Database, 'run' | 'transaction'>): RunOnce {
  return async (request, { run }) => {
    const id = idOf(request);
    const reply = transaction(request.deadline, async (scope) => {
      // A statement of its own: the next one sees what was committed before the lock was released.
      const [key] = await query(
        scope,
        // Raw: Prisma has no word for an advisory lock, nor for the clock of the database.
        (client) => client.$queryRaw<[{ locked: boolean; expiredAt: Date }]>`
          SELECT pg_try_advisory_xact_lock(${id.readBigInt64BE(0)}::bigint) AS locked,
            now() - ${`${KEY_LIFETIME_HOURS} hours`}::interval AS "expiredAt"`,
      );
      if (!key.locked) throw keyInUseError();
      const [found] = await query(scope, ({ idempotencyKey }) => idempotencyKey.findMany({ where: { id } }));
      if (found && found.createdAt > key.expiredAt) {
        assertSameRequest(request, found.fingerprint);
        const { status, headers, body } = found;
        return replay({ status, headers: headers as Reply['headers'], body });
      }
      if (found) await query(scope, ({ idempotencyKey }) => idempotencyKey.deleteMany({ where: { id } }));
      const executed = await run(scope.transaction).catch((error: unknown) => {
        throw withoutEffect(error);
      });
      await store(id, request.fingerprint, executed, scope);
      return executed;
    });
    return reply.catch((error: unknown) => {
      throw error instanceof ServiceError && error.code === 'OUTCOME_UNKNOWN' ? unknownOutcome(error.cause) : error;
    });
  };

  async function store(id: Buffer<ArrayBuffer>, fingerprint: string, reply: Reply, scope: Scope): Promise<void> {
    const { status, headers, body } = reply;
    const bytes = body === null ? null : Uint8Array.from(Buffer.from(body));
    const data = { id, fingerprint, status, headers: { ...headers }, body: bytes };
    try {
      await query(scope, ({ idempotencyKey }) => idempotencyKey.create({ data, select: { status: true } }));
    } catch (error) {
      // Impossible under the lock, which the primary key guards: the write is rolled back then.
      throw violatedConstraint(error) === undefined ? error : keyInUseError();
    }
  }
}

/** Identifies a key of one caller and one route. JSON keeps every text apart, lone surrogates included. */
function idOf({ subject, route, key }: KeyedRequest): Buffer<ArrayBuffer> {
  return createHash('sha256')
    .update(JSON.stringify([subject, route, key]))
    .digest();
}

/** The error of a write that is rolled back, where `run` expects that it may have taken effect. */
function withoutEffect(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { code, cause } = error;
  if (code === 'INTERNAL_SERVER_ERROR') return internalError(cause);
  if (code !== 'OUTCOME_UNKNOWN') return error;
  return cause instanceof ServiceError
    ? cause
    : unavailableError('The request was rolled back; try again shortly.', error);
}

/** The error of a COMMIT without a response. */
function unknownOutcome(cause: unknown): ServiceError {
  const message =
    'The outcome of the request is unknown: it may have taken effect. Send it again with the same Idempotency-Key: if it has, ' +
    'the response is the first one, and if not, it is executed.';
  return new ServiceError('OUTCOME_UNKNOWN', message, { cause });
}
