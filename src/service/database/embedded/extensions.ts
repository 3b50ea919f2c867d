import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** The extensions of PostgreSQL that the migrations create. A database that has one cannot be opened without it. */
export const extensions = { pg_trgm };
