// How values cross: from PostgreSQL's text format to what Prisma reads, and from Prisma's arguments to what node-postgres sends.
import {
  type ArgType,
  type ColumnType,
  ColumnTypeEnum,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** One type of PostgreSQL: how Prisma reads its values, and how the text of a value is parsed. */
type TypeMapping = readonly [ColumnType, (text: string) => unknown];

const OIDS = pg.types.builtins;

/** The types that tables and statements of the service have, by OID. Any other one, an enum among them, is text. */
const MAPPINGS = new Map<number, TypeMapping>([
  [OIDS.INT2, [ColumnTypeEnum.Int32, Number]],
  [OIDS.INT4, [ColumnTypeEnum.Int32, Number]],
  // Prisma makes it a bigint.
  [OIDS.INT8, [ColumnTypeEnum.Int64, asText]],
  [OIDS.FLOAT4, [ColumnTypeEnum.Float, Number]],
  [OIDS.FLOAT8, [ColumnTypeEnum.Double, Number]],
  [OIDS.NUMERIC, [ColumnTypeEnum.Numeric, asText]],
  [OIDS.BOOL, [ColumnTypeEnum.Boolean, (text) => text === 't']],
  [OIDS.DATE, [ColumnTypeEnum.Date, asText]],
  [OIDS.TIMESTAMPTZ, [ColumnTypeEnum.DateTime, toIsoTime]],
  [OIDS.JSON, [ColumnTypeEnum.Json, asText]],
  [OIDS.JSONB, [ColumnTypeEnum.Json, asText]],
  [OIDS.BYTEA, [ColumnTypeEnum.Bytes, pg.types.getTypeParser(OIDS.BYTEA, 'text')]],
]);
const TEXT: TypeMapping = [ColumnTypeEnum.Text, asText];

const columnParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => (MAPPINGS.get(oid) ?? TEXT)[1]) as never,
};

export type Statement = pg.QueryArrayConfig;
export type StatementResult = pg.QueryArrayResult;

export function toStatement({ sql, args, argTypes }: SqlQuery): Statement {
  return {
    text: sql,
    values: args.map((value, index) => toParameter(value, argTypes[index])),
    rowMode: 'array',
    types: columnParsers,
  };
}

export function toResultSet({ fields, rows }: StatementResult): SqlResultSet {
  return {
    columnNames: fields.map(({ name }) => name),
    columnTypes: fields.map(({ dataTypeID }) => (MAPPINGS.get(dataTypeID) ?? TEXT)[0]),
    rows,
  };
}

function toParameter(value: unknown, type: ArgType | undefined): unknown {
  if (Array.isArray(value)) return value.map((element) => toParameter(element, type));
  if (typeof value === 'string') {
    if (type?.scalarType === 'datetime') return toTimeText(new Date(value), type);
    return type?.scalarType === 'bytes' ? Buffer.from(value, 'base64') : value;
  }
  return value instanceof Date ? toTimeText(value, type) : value;
}

/** With the time zone, so that it does not depend on that of the session. */
function toTimeText(time: Date, type: ArgType | undefined): string {
  const text = time.toISOString();
  return type?.dbType === 'DATE' ? text.slice(0, 10) : text;
}

function asText(text: string): string {
  return text;
}

/** The format of a session in UTC with ISO dates, but for the years before 1 and after 9999, which the domain does not have. */
const UTC_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;

function toIsoTime(text: string): string {
  if (UTC_TIME.test(text)) return `${text.slice(0, 10)}T${text.slice(11, -3)}Z`;
  return (pg.types.getTypeParser(OIDS.TIMESTAMPTZ, 'text')(text) as Date).toISOString();
}
