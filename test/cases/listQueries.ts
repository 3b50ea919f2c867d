/** The orders of every list, each with its reverse. */
export const SORTS = ['id', '-id', 'createdAt', '-createdAt'] as const;

/** Values of the parameters that order and filter lists that are refused, and what the refusal must name. */
export const REFUSED_LIST_QUERIES: readonly { list: string; query: string; names: readonly string[] }[] = [
  ...['/users', '/orders', '/products'].flatMap((list) =>
    ['', 'ID', '+id', 'name', 'created_at', 'CREATED_AT_DESC', 'id,-id', 'id%00'].map((text) => ({
      list,
      query: `sort=${text}`,
      names: ['sort', '"id", "-id", "createdAt", "-createdAt"'],
    })),
  ),
  { list: '/products', query: 'sort=id&sort=id', names: ['sort', 'must be given only once'] },
  { list: '/orders', query: 'status=', names: ['status'] },
  { list: '/orders', query: 'status=PAID', names: ['status', '"paid"'] },
  { list: '/orders', query: 'status=paid,shipped', names: ['status'] },
  { list: '/orders', query: 'userId=', names: ['userId'] },
  { list: '/orders', query: 'userId=-1', names: ['userId'] },
  { list: '/orders', query: 'userId=x', names: ['userId'] },
  { list: '/orders', query: 'userId=9007199254740992', names: ['userId'] },
  { list: '/orders', query: 'search=ada', names: ['search'] },
  { list: '/users', query: 'status=paid', names: ['status'] },
  ...['/users', '/products'].flatMap((list) => [
    { list, query: 'search=', names: ['search', '3'] },
    { list, query: 'search=ab', names: ['search', '3'] },
    { list, query: 'search=%F0%9F%98%80%F0%9F%98%80', names: ['search', '3'] },
    { list, query: `search=${'x'.repeat(101)}`, names: ['search', '100'] },
    { list, query: 'search=abc%00', names: ['search'] },
    { list, query: 'search=ada&search=ada', names: ['search'] },
  ]),
  { list: '/users', query: 'search=a&sort=x&limit=0', names: ['search', 'sort', 'limit'] },
];

/** Names, and searches that find them. Case does not count, and no character of a search has a meaning of its own. */
export const FOUND_NAMES: readonly { name: string; found: readonly string[]; missed: readonly string[] }[] = [
  {
    name: 'Ottoline Quixwood',
    found: ['Ottoline Quixwood', 'ottoline quixwood', 'OTTOLINE', 'ine Qui', 'xwood', 'Quixwoo'],
    missed: ['Ottoline  Quixwood', 'Quixwood Ottoline', 'Ottoline%Quixwood', '%xwood', 'Quixwood_', ' Ottoline'],
  },
  { name: '100% _sure_ \\o/ Quixwood', found: ['100%', '_sure_', '\\o/', '% _'], missed: ['1__%', '\\_sure', '%%%%%'] },
  { name: 'Łucja Éowyn-Quixwood', found: ['łucja', 'ŁUCJA éow', 'éOWYN-q'], missed: ['Lucja', 'Eowyn'] },
  { name: '李小龍Quixwood', found: ['李小龍', '小龍q'], missed: ['龍小李'] },
  { name: 'Quixwood-Plato', found: ['wood-Plato'], missed: ['Plato '] },
];
