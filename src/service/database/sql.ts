// The words of a statement. The Prisma client composes SQL with the same library, and takes twice the CPU of the driver to send it.
import sql, { type Sql, raw } from 'sql-template-tag';

/** Composes a statement: each `${}` is a value, or another part. `raw` is a part without values, as it is written. */
export { type Sql, raw, sql };

/** A statement with the values of its parameters `$1`, `$2`, and so on. */
export type Statement = Pick<Sql, 'text' | 'values'>;
