/** Every method that something here answers, as `Allow` lists them. */
export const ALL_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Those of /graphql. */
export const GRAPHQL_METHODS = 'GET, HEAD, POST, OPTIONS';

/** Those of what can only be read. */
export const READ_METHODS = 'GET, HEAD, OPTIONS';
