/** Every method that any path supports, as `Allow` lists them. */
export const ALL_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** The methods of /graphql. */
export const GRAPHQL_METHODS = 'GET, HEAD, POST, OPTIONS';

/** The methods of a read-only path. */
export const READ_METHODS = 'GET, HEAD, OPTIONS';
