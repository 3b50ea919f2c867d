import { expect, onTestFinished, test, vi } from 'vitest';
import { ServiceError } from '../../../../src/gateway/base/errors/ServiceError.ts';
import type { DatabaseClient, Scope } from '../../../../src/service/database/Database.ts';
import { violatedConstraint } from '../../../../src/service/database/databaseErrors.ts';
import { openTestDatabase } from '../../../support/database/openTestDatabase.ts';

/** A deadline that no test reaches. */
export const later = () => Date.now() + 60_000;

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

function createGate() {
  let pass!: () => void;
  const opened = new Promise<void>((resolve) => (pass = resolve));
  return { opened, open: () => pass() };
}

async function open() {
  const statements: string[] = [];
  const database = await openTestDatabase({ seed: 'none', onStatement: (text) => statements.push(text) });
  onTestFinished(database.close);
  const insert = (firstName: string, scope: Scope) =>
    database.run(scope, (client) => client.user.create({ data: { firstName, lastName: '' } }));
  const insertRaw = (firstName: string, scope: Scope) =>
    database.run(
      scope,
      (client) => client.$executeRaw`INSERT INTO users (first_name, last_name) VALUES (${firstName}, '')`,
    );
  const names = async (scope: Scope = {}) => {
    const rows = await database.run(scope, (client) => client.user.findMany({ orderBy: { id: 'asc' } }));
    return rows.map(({ firstName }) => firstName);
  };
  return { database, statements, insert, insertRaw, names };
}

/** What a transaction promises on every PostgreSQL: an embedded one, or the server of TEST_DATABASE_URL. */
export function testTransactions(): void {
  test('commits the statements of its scope', async () => {
    const { database, statements, insertRaw, names } = await open();
    const seen = await database.transaction(later(), async (scope) => {
      await insertRaw('Ada', scope);
      return names(scope);
    });
    expect(seen).toEqual(['Ada']);
    expect(statements).toEqual([BEGIN, expect.stringContaining('INSERT'), expect.stringContaining('SELECT'), 'COMMIT']);
    expect(await names()).toEqual(['Ada']);
  });

  test('rolls back when its work rejects, with the error of that', async () => {
    const { database, statements, insert, names } = await open();
    const failures = [
      new Error('no'),
      new ServiceError('CONFLICT', 'no'),
      Object.assign(new Error('no'), { code: 'P2002' }),
      new DOMException('gone', 'AbortError'),
    ];
    for (const failure of failures) {
      const result = database.transaction(later(), async (scope) => {
        await insert('Ada', scope);
        throw failure;
      });
      await expect(result).rejects.toBe(failure);
      expect(statements.at(-1)).toBe('ROLLBACK');
    }
    expect(await names()).toEqual([]);
  });

  test('operations that are sent at once settle each on its own, although one of them fails', async () => {
    const { database, insert, insertRaw, names } = await open();
    const results = await database.transaction(later(), async (scope) => {
      await insert('A', scope);
      return Promise.allSettled([
        database.run(scope, (client) => client.user.delete({ where: { id: 0 } })),
        names(scope),
        insertRaw('B', scope),
        insert('C', scope),
      ]);
    });
    expect(results).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'P2025' }) as unknown },
      { status: 'fulfilled', value: ['A'] },
      { status: 'fulfilled', value: 1 },
      { status: 'fulfilled', value: expect.objectContaining({ firstName: 'C' }) as unknown },
    ]);
    expect(await names()).toEqual(['A', 'B', 'C']);
  });

  test('closing the database waits for it', async () => {
    const { database, statements, insert } = await open();
    let closed!: Promise<void>;
    await database.transaction(later(), async (scope) => {
      await insert('Ada', scope);
      closed = database.close();
      // What closes it has begun.
      await new Promise((resolve) => setImmediate(resolve));
      await insert('Bob', scope);
    });
    await closed;
    expect(statements.at(-1)).toBe('COMMIT');
  });

  test('statements of others are not part of it', async () => {
    const { database, insert, names } = await open();
    const [begun, over] = [createGate(), createGate()];
    const result = database.transaction(later(), async (scope) => {
      await insert('Inside', scope);
      begun.open();
      await over.opened;
      throw new Error('no');
    });
    await begun.opened;
    const others = insert('Outside', {});
    over.open();
    await expect(result).rejects.toThrow('no');
    await others;
    expect(await names()).toEqual(['Outside']);
  });

  test('a transaction lasts until its deadline, not until a default of Prisma', async () => {
    const { database, insert, names } = await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await database.transaction(Date.now() + 30_000, async (scope) => {
      await insert('Ada', scope);
      await vi.advanceTimersByTimeAsync(29_000);
      await insert('Bob', scope);
    });
    vi.useRealTimers();
    expect(await names()).toEqual(['Ada', 'Bob']);
  });

  /** An order of a product that does not exist. */
  const createInvalidOrder = (client: DatabaseClient) => {
    const items = { create: [{ position: 0, productId: -1n, quantity: 1, unitPrice: 1n }] };
    return client.order.create({ data: { total: 1n, currency: 'EUR', items } });
  };
  const failedStatements: [by: string, fail: (client: DatabaseClient) => PromiseLike<unknown>][] = [
    ['a model', (client) => client.user.create({ data: { firstName: 'B', lastName: '', email: 'ADA@example.com' } })],
    ['a nested write', createInvalidOrder],
    ['SQL', (client) => client.$queryRaw`SELECT 1 / 0`],
    [
      'SQL that inserts',
      (client) =>
        client.$executeRaw`INSERT INTO users (first_name, last_name, email) VALUES ('B', '', 'ada@example.com')`,
    ],
  ];

  test.each(failedStatements)(
    'does not commit after a statement of %s has failed, even if its work resolves',
    async (_, fail) => {
      const { database, insert, statements, names } = await open();
      const result = database.transaction(later(), async (scope) => {
        const data = { firstName: 'Ada', lastName: '', email: 'ada@example.com' };
        await database.run(scope, (client) => client.user.create({ data }));
        await database.run(scope, (client) => fail(client)).catch(() => {});
        return 'done';
      });
      await expect(result).rejects.toThrow('rolled back');
      expect(statements.filter((sql) => /^(COMMIT|ROLLBACK)/.test(sql))).not.toEqual([]);
      expect(await names()).toEqual([]);
      await database.transaction(later(), (scope) => insert('Next', scope));
      expect(await names()).toEqual(['Next']);
    },
  );

  test('a failed statement rejects with the error of the driver inside of it, and so does the transaction', async () => {
    const { database, names } = await open();
    let inside: unknown;
    const result = database.transaction(later(), (scope) =>
      database.run(scope, createInvalidOrder).catch((error: unknown) => {
        inside = error;
        throw error;
      }),
    );
    const outside = await result.catch((error: unknown) => error);
    expect(violatedConstraint(inside)).toBe('order_items_product_id_fkey');
    expect(outside).toBe(inside);
    expect(await names()).toEqual([]);
  });

  test('refuses statements after its end, whether it has committed or not', async () => {
    const { database, insert, names } = await open();
    const late = { code: 'UNAVAILABLE', message: expect.stringContaining('has ended') as unknown };
    let ended: Scope = await database.transaction(later(), async (scope) => scope);
    await expect(insert('Late', ended)).rejects.toMatchObject(late);
    await database
      .transaction(later(), async (scope) => {
        ended = scope;
        throw new Error('no');
      })
      .catch(() => {});
    await expect(insert('Late', ended)).rejects.toMatchObject(late);
    await insert('Ada', {});
    expect(await names()).toEqual(['Ada']);
  });

  test('rejects with TIMEOUT at the deadline, and does not commit', async () => {
    const { database, insert, names } = await open();
    const result = database.transaction(Date.now() + 500, async (scope) => {
      await insert('Ada', scope);
      await new Promise<void>((resolve) => {
        if (scope.signal!.aborted) resolve();
        else scope.signal!.addEventListener('abort', resolve);
      });
    });
    await expect(result).rejects.toMatchObject({ name: 'ServiceError', code: 'TIMEOUT', status: 504 });
    expect(await names()).toEqual([]);
  });

  test('rejects with TIMEOUT at the deadline although its work does not end, and the connection is free', async () => {
    const { database, insert, names } = await open();
    const late = createGate();
    let ended!: Promise<unknown>;
    const result = database.transaction(Date.now() + 500, (scope) => {
      const work = async () => {
        await insert('Ada', scope);
        await late.opened;
        await insert('Late', scope);
      };
      return (ended = work()) as Promise<void>;
    });
    await expect(result).rejects.toMatchObject({ name: 'ServiceError', code: 'TIMEOUT' });
    await insert('Bob', {});
    late.open();
    await expect(ended).rejects.toMatchObject({ name: 'ServiceError' });
    expect(await names()).toEqual(['Bob']);
  });

  test('is TIMEOUT at the deadline while it waits for a connection', async () => {
    const { database, statements, insert, names } = await open();
    const over = createGate();
    const holders = Array.from({ length: database.writes.running }, (_, number) =>
      database.transaction(later(), async (scope) => {
        await insert(`${number}`, scope);
        await over.opened;
      }),
    );
    await expect.poll(() => statements.filter((sql) => sql.startsWith('INSERT'))).toHaveLength(holders.length);
    let ran = false;
    const waiting = database.transaction(Date.now() + 500, async () => void (ran = true));
    await expect(waiting).rejects.toMatchObject({ name: 'ServiceError', code: 'TIMEOUT' });
    over.open();
    await Promise.all(holders);
    await database.transaction(later(), (scope) => insert('Next', scope));
    expect(ran).toBe(false);
    expect(statements.filter((sql) => sql === BEGIN)).toHaveLength(holders.length + 1);
    expect(await names()).toHaveLength(holders.length + 1);
  });

  test('does not begin after the deadline', async () => {
    const { database, statements } = await open();
    await expect(database.transaction(Date.now() - 1, async () => {})).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(statements).toEqual([]);
  });

  test('sends no statement whose signal is aborted, and rejects with its reason', async () => {
    const { database, statements, insert, names } = await open();
    const signal = AbortSignal.abort();
    const result = database.transaction(later(), (scope) => insert('Ada', { ...scope, signal }));
    await expect(result).rejects.toBe(signal.reason);
    expect(statements).toEqual([BEGIN, 'ROLLBACK']);
    expect(await names()).toEqual([]);
  });

  test('a statement that is not part of it fails inside of it, at once, and the transaction goes on', async () => {
    const { database, statements, insert, names } = await open();
    const refused: unknown[] = [];
    await database.transaction(later(), async (scope) => {
      await insert('Ada', scope);
      for (const other of [
        () => insert('Other', {}),
        () => names(),
        () => database.run({}, (client) => client.$queryRaw`SELECT 'other'`),
      ]) {
        refused.push(await other().catch((error: unknown) => error));
      }
      await insert('Bob', scope);
    });
    expect(refused).toEqual(
      Array(3).fill(expect.objectContaining({ message: expect.stringContaining('inside a transaction') as unknown })),
    );
    expect(statements.filter((sql) => sql.includes("'other'"))).toEqual([]);
    expect(await names()).toEqual(['Ada', 'Bob']);
  });

  test('a transaction inside of it fails at once, and so does the outer one', async () => {
    const { database, insert, names } = await open();
    const result = database.transaction(later(), async (scope) => {
      await insert('Ada', scope);
      await database.transaction(later(), (inner) => insert('Bob', inner));
    });
    await expect(result).rejects.toThrow('inside a transaction');
    expect(await names()).toEqual([]);
  });

  test('what it starts may use the database after its end', async () => {
    const { database, insert, names } = await open();
    const over = createGate();
    let afterwards!: Promise<unknown>;
    await database.transaction(later(), async (scope) => {
      await insert('Ada', scope);
      afterwards = over.opened.then(() => insert('Bob', {}));
    });
    over.open();
    await afterwards;
    expect(await names()).toEqual(['Ada', 'Bob']);
  });
}
