// The databases of the schema engine, through Prisma's adapter for node-postgres: the database of the user, and an embedded
// shadow database in memory, so that no command needs a second database or the right to create one.
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { extensions } from '../../src/service/database/embedded/openEmbedded.ts';
import { PGliteStream } from '../../src/service/database/embedded/PGliteStream.ts';

/** The type OIDs of `"char"`, which the adapter cannot read, and of UUID, which occurs in no catalog and replaces it. */
const CHAR_OID = 18;
const UUID_OID = 2950;

/** Creates the connections of the schema engine. */
export class SchemaAdapters implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  readonly #connection: pg.ClientConfig | undefined;

  /** Without connection settings every connection is to a shadow database. */
  constructor(connection: pg.ClientConfig | undefined) {
    this.#connection = connection;
  }

  connect(): Promise<SqlDriverAdapter> {
    if (!this.#connection) return this.connectToShadowDb();
    return adapt(new pg.Pool({ ...this.#connection, max: 1 }));
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const shadow = await PGlite.create('memory://', { extensions });
    const stream = () => new PGliteStream(shadow);
    return adapt(new pg.Pool({ user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0, stream }));
  }
}

async function adapt(pool: pg.Pool): Promise<SqlDriverAdapter> {
  const query = pool.query.bind(pool) as (statement: unknown) => Promise<pg.QueryArrayResult>;
  const readable = async (statement: unknown) => {
    const result = await query(statement);
    for (const field of result.fields) if (field.dataTypeID === CHAR_OID) field.dataTypeID = UUID_OID;
    return result;
  };
  const adapter = await new PrismaPg(Object.assign(pool, { query: readable }), { disposeExternalPool: true }).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (statement) => {
    const result = await queryRaw(statement);
    const { Uuid, Character } = ColumnTypeEnum;
    return { ...result, columnTypes: result.columnTypes.map((type) => (type === Uuid ? Character : type)) };
  };
  // The adapter would split a script at every semicolon, even within a literal; a simple query runs it as a whole.
  adapter.executeScript = (script) => query(script).then(() => {}, rethrow);
  return adapter;
}

/** Throws as the error of an adapter, the only kind that the engine reports with its details. */
function rethrow(error: pg.DatabaseError): never {
  const { message, detail, column, hint, code = 'N/A', severity = 'N/A' } = error;
  throw new DriverAdapterError({ kind: 'postgres', message, detail, column, hint, code, severity });
}
