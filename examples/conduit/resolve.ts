// The root value of the schema, for graphql-js. A failure that a client can correct is data: `userErrors`.
import type { PorticoExchange } from '../../src/gateway/index.ts';
import { type Account, type Article, type Comment, type Store, slugOf } from './store.ts';

type Code = 'BLANK' | 'TAKEN' | 'INVALID_CREDENTIALS' | 'FORBIDDEN';
type Slice = { first: number; offset: number };

/** Creates the root value over a store. */
export function createRoot(store: Store) {
  const callerOf = ({ caller }: PorticoExchange) => store.accounts.find(({ id }) => String(id) === caller?.subject);
  const profile = (account: Account) => ({
    ...account,
    following: (_: object, exchange: PorticoExchange) => callerOf(exchange)?.follows.has(account) ?? false,
  });
  const comment = (each: Comment) => ({ ...each, author: profile(each.author) });
  const article = (each: Article) => ({
    ...each,
    author: profile(each.author),
    comments: each.comments.map(comment),
    favoritesCount: each.favoritedBy.size,
    favorited: (_: object, exchange: PorticoExchange) => {
      const caller = callerOf(exchange);
      return caller !== undefined && each.favoritedBy.has(caller);
    },
  });
  const connect = (all: readonly Article[], { first, offset }: Slice) => ({
    nodes: all.slice(offset, offset + first).map(article),
    totalCount: all.length,
  });
  const bySlug = (slug: string) => store.articles.find((each) => each.slug === slug);
  const byName = (username: string) => store.accounts.find((each) => each.username === username);
  const taken = (own: Account | undefined, input: Partial<Pick<Account, 'username' | 'email'>>) =>
    (['username', 'email'] as const)
      .filter((key) => store.accounts.some((each) => each !== own && each[key] === input[key]))
      .map((key) => userError('TAKEN', ['input', key]));
  const change = (username: string, exchange: PorticoExchange, run: (caller: Account, followed: Account) => void) => {
    const followed = byName(username);
    if (!followed) return null;
    run(callerOf(exchange)!, followed);
    return profile(followed);
  };
  const favorite = (slug: string, exchange: PorticoExchange, run: (caller: Account, found: Article) => void) => {
    const found = bySlug(slug);
    if (!found) return null;
    run(callerOf(exchange)!, found);
    return article(found);
  };
  /** Runs a write on an article of the caller. */
  const write = (slug: string, exchange: PorticoExchange, run: (found: Article) => void) => {
    const found = bySlug(slug);
    if (!found) return { article: null, userErrors: [] };
    if (found.author !== callerOf(exchange)) return refuse('FORBIDDEN', ['article']);
    run(found);
    return { article: article(found), userErrors: [] };
  };
  return {
    viewer: (_: object, exchange: PorticoExchange) => callerOf(exchange),
    profile: ({ username }: { username: string }) => {
      const found = byName(username);
      return found ? profile(found) : null;
    },
    article: ({ slug }: { slug: string }) => {
      const found = bySlug(slug);
      return found ? article(found) : null;
    },
    articles: ({
      filter,
      ...slice
    }: Slice & { filter?: Partial<Record<'tag' | 'author' | 'favoritedBy', string>> }) => {
      const { tag, author, favoritedBy } = filter ?? {};
      const found = store.articles.filter(
        (each) =>
          (tag === undefined || each.tags.includes(tag)) &&
          (author === undefined || each.author.username === author) &&
          (favoritedBy === undefined || [...each.favoritedBy].some(({ username }) => username === favoritedBy)),
      );
      return connect(found, slice);
    },
    feed: (slice: Slice, exchange: PorticoExchange) =>
      connect(
        store.articles.filter(({ author }) => callerOf(exchange)?.follows.has(author)),
        slice,
      ),
    tags: () => [...new Set(store.articles.flatMap(({ tags }) => tags))],

    register({ input }: { input: Pick<Account, 'username' | 'email' | 'password'> }) {
      const userErrors = taken(undefined, input);
      return { account: userErrors.length > 0 ? null : store.addAccount(input), userErrors };
    },
    login({ email, password }: { email: string; password: string }) {
      const account = store.accounts.find((each) => each.email === email && each.password === password);
      return account ? { account, userErrors: [] } : refuse('INVALID_CREDENTIALS');
    },
    updateAccount({ input }: { input: Partial<Account> }, exchange: PorticoExchange) {
      const caller = callerOf(exchange)!;
      const userErrors = [...blank(input, ['username', 'email', 'password']), ...taken(caller, input)];
      if (userErrors.length > 0) return { account: null, userErrors };
      Object.assign(caller, input, input.bio === '' && { bio: null }, input.image === '' && { image: null });
      return { account: caller, userErrors };
    },
    follow: ({ username }: { username: string }, exchange: PorticoExchange) =>
      change(username, exchange, (caller, followed) => caller.follows.add(followed)),
    unfollow: ({ username }: { username: string }, exchange: PorticoExchange) =>
      change(username, exchange, (caller, followed) => caller.follows.delete(followed)),
    createArticle(
      { input }: { input: Pick<Article, 'title' | 'description' | 'body' | 'tags'> },
      exchange: PorticoExchange,
    ) {
      if (bySlug(slugOf(input.title))) return refuse('TAKEN', ['input', 'title']);
      return { article: article(store.addArticle(callerOf(exchange)!, input)), userErrors: [] };
    },
    updateArticle({ slug, input }: { slug: string; input: Partial<Article> }, exchange: PorticoExchange) {
      const userErrors = blank(input, ['title', 'description', 'body', 'tags']);
      if (userErrors.length > 0) return { article: null, userErrors };
      return write(slug, exchange, (found) => {
        Object.assign(found, input, { updatedAt: new Date().toISOString() });
        if (input.title !== undefined) found.slug = slugOf(input.title);
      });
    },
    deleteArticle: ({ slug }: { slug: string }, exchange: PorticoExchange) =>
      write(slug, exchange, (found) => (store.articles = store.articles.filter((each) => each !== found))),
    favorite: ({ slug }: { slug: string }, exchange: PorticoExchange) =>
      favorite(slug, exchange, (caller, found) => found.favoritedBy.add(caller)),
    unfavorite: ({ slug }: { slug: string }, exchange: PorticoExchange) =>
      favorite(slug, exchange, (caller, found) => found.favoritedBy.delete(caller)),
    addComment({ articleId, body }: { articleId: string; body: string }, exchange: PorticoExchange) {
      const found = store.articles.find(({ id }) => String(id) === articleId);
      return found ? comment(store.addComment(found, callerOf(exchange)!, body)) : null;
    },
    deleteComment({ articleId, id }: { articleId: string; id: string }, exchange: PorticoExchange) {
      const found = store.articles.find((each) => String(each.id) === articleId);
      const deleted = found?.comments.find((each) => String(each.id) === id);
      if (!found || !deleted) return { comment: null, userErrors: [] };
      if (deleted.author !== callerOf(exchange)) return refuse('FORBIDDEN', ['comment']);
      found.comments = found.comments.filter((each) => each !== deleted);
      return { comment: comment(deleted), userErrors: [] };
    },
  };
}

/** What is there and cannot be null. */
function blank(input: object, keys: readonly string[]) {
  return keys
    .filter((key) => (input as Record<string, unknown>)[key] === null)
    .map((key) => userError('BLANK', ['input', key]));
}

/** A payload without a result. */
function refuse(code: Code, field?: readonly string[]) {
  return { account: null, article: null, comment: null, userErrors: [userError(code, field)] };
}

function userError(code: Code, field?: readonly string[]) {
  return { code, message: code, ...(field && { field }) };
}
