// The databases that the schema engine works on, through Prisma's adapter for node-postgres: the real one, and a shadow
// that is embedded, in memory and thrown away, so that no command needs a second database or the right to create one.
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { PGliteStream } from '../../src/service/database/embedded/PGliteStream.ts';

/** The catalogs' type `"char"`, which the adapter cannot read, goes through it as a UUID: no catalog has one of those. */
const CHAR = 18;
const UUID = 2950;

/** Gives the schema engine its connections. */
export class SchemaAdapters implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  readonly #connection: pg.ClientConfig | undefined;

  /** Without a connection everything happens in the shadow. */
  constructor(connection: pg.ClientConfig | undefined) {
    this.#connection = connection;
  }

  connect(): Promise<SqlDriverAdapter> {
    if (!this.#connection) return this.connectToShadowDb();
    return adapt(new pg.Pool({ ...this.#connection, max: 1 }));
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const shadow = await PGlite.create('memory://');
    const stream = () => new PGliteStream(shadow);
    return adapt(new pg.Pool({ user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0, stream }));
  }
}

async function adapt(pool: pg.Pool): Promise<SqlDriverAdapter> {
  const query = pool.query.bind(pool) as (statement: unknown) => Promise<pg.QueryArrayResult>;
  const readable = async (statement: unknown) => {
    const result = await query(statement);
    for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = UUID;
    return result;
  };
  const adapter = await new PrismaPg(Object.assign(pool, { query: readable }), { disposeExternalPool: true }).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (statement) => {
    const result = await queryRaw(statement);
    const { Uuid, Character } = ColumnTypeEnum;
    return { ...result, columnTypes: result.columnTypes.map((type) => (type === Uuid ? Character : type)) };
  };
  // The adapter would split a script at each semicolon, also within a literal; a simple query runs it all or not at all.
  adapter.executeScript = (script) => query(script).then(() => {}, refuse);
  return adapter;
}

/** The engine reports what it recognises as the adapter's own error. */
function refuse(error: pg.DatabaseError): never {
  const { message, detail, column, hint, code = 'N/A', severity = 'N/A' } = error;
  throw new DriverAdapterError({ kind: 'postgres', message, detail, column, hint, code, severity });
}
