/** Queries of a list that are refused, and the parameters that the refusal names. */
export const REFUSED_QUERIES: readonly { query: string; names: readonly string[] }[] = [
  // A limit is 1 to 100 and is never clamped.
  { query: 'limit=0', names: ['limit', '1', '100'] },
  { query: 'limit=101', names: ['limit', '1', '100'] },
  { query: 'limit=-1', names: ['limit'] },
  { query: 'limit=101&cursor=', names: ['limit'] },
  { query: 'limit=99999999999999999999999', names: ['limit'] },
  { query: 'limit=1.5', names: ['limit'] },
  { query: 'limit=1e1', names: ['limit'] },
  { query: 'limit=010', names: ['limit'] },
  { query: 'limit=%2B10', names: ['limit'] },
  { query: 'limit=ten', names: ['limit'] },
  { query: 'limit=%D9%A1', names: ['limit'] },
  { query: 'limit=%zz', names: ['limit'] },
  { query: 'limit=', names: ['limit'] },
  { query: 'limit=5&limit=5', names: ['limit'] },
  { query: 'limit[]=5', names: ['limit'] },
  // An offset is an integer that is not negative.
  { query: 'offset=-1', names: ['offset'] },
  { query: 'offset=1.5', names: ['offset'] },
  { query: 'offset=', names: ['offset'] },
  { query: 'offset=9007199254740992', names: ['offset'] },
  { query: 'offset=0&offset=0', names: ['offset'] },
  // Pages count from 1.
  { query: 'page=0', names: ['page'] },
  { query: 'page=1.5', names: ['page'] },
  { query: 'page=', names: ['page'] },
  { query: 'page=9007199254740992', names: ['page'] },
  { query: 'page=1&page=2', names: ['page'] },
  // A cursor is what this list gave out.
  { query: 'cursor=x', names: ['cursor'] },
  { query: 'cursor=%ff', names: ['cursor'] },
  { query: 'cursor=&cursor=', names: ['cursor'] },
  { query: `cursor=${'A'.repeat(4000)}`, names: ['cursor'] },
  { query: 'cursor=e30', names: ['cursor'] },
  // One style in one request.
  { query: 'offset=0&page=1', names: ['offset', 'page'] },
  { query: 'offset=0&cursor=', names: ['offset', 'cursor'] },
  { query: 'page=1&cursor=', names: ['page', 'cursor'] },
  { query: 'offset=0&page=1&cursor=', names: ['offset', 'page', 'cursor'] },
  // A parameter that is not known, and the one that was meant.
  { query: 'limt=5', names: ['limt', 'limit'] },
  { query: 'Limit=5', names: ['Limit', 'limit'] },
  { query: 'per_page=5', names: ['per_page'] },
  { query: '__proto__=1', names: ['__proto__'] },
  { query: '=1', names: [] },
  { query: '%ff=1', names: [] },
  // Everything that is wrong, at once.
  { query: 'limit=0&offset=-1&sort=x', names: ['limit', 'offset', 'sort'] },
];

/** The lists of the interface. */
export const LISTS = ['/users', '/orders', '/products'] as const;
