/** Every method that any path supports, as `Allow` lists them. */
export const ALL_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
export const GRAPHQL_METHODS = 'GET, HEAD, POST, OPTIONS';
export const READ_METHODS = 'GET, HEAD, OPTIONS';
