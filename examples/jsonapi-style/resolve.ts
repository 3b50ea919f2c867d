// The root value of the schema, for graphql-js. A failure that a client can correct is data: `userErrors`.
import { type Article, type Author, authors, createArticles, tags } from './data.ts';

type Code = 'BLANK' | 'TITLE_TAKEN' | 'UNKNOWN_AUTHOR' | 'UNKNOWN_EDITOR' | 'UNKNOWN_TAG';
type AuthorType = 'PERSON' | 'ORGANIZATION';

interface Slice {
  first: number;
  offset: number;
}

interface Order {
  field: 'CREATED_AT' | 'TITLE';
  direction: 'ASC' | 'DESC';
}

interface ArticlesArgs extends Slice {
  filter?: { author?: string | null; tags?: readonly string[] | null } | null;
  orderBy?: readonly Order[] | null;
}

type ArticleInput = Pick<Article, 'title' | 'subtitle' | 'body'> & {
  author: { type: AuthorType; id: string };
  tags: readonly { id: string }[];
};

type UpdateInput = Partial<Pick<Article, 'title' | 'subtitle' | 'body'> & { editor: { id: string } | null }>;

/** Creates a root value with its own articles. */
export function createRoot() {
  let articles = createArticles();
  const find = (id: string) => articles.find((each) => each.id === id);
  return {
    article: ({ id }: { id: string }) => find(id),
    articles: ({ filter, orderBy, ...slice }: ArticlesArgs) => {
      const { author, tags: ids } = filter ?? {};
      const chosen = articles.filter(
        (each) =>
          (author == null || each.author.id === author) &&
          (ids == null || ids.every((id) => each.tags.some((tag) => tag.id === id))),
      );
      return connect(orderBy ? chosen.sort(compareBy(orderBy)) : chosen, slice);
    },
    person: ({ id }: { id: string }) => {
      const found = findEditor({ id });
      const own = articles.filter(({ author }) => author === found);
      return found && { ...found, articles: (slice: Slice) => connect(own, slice) };
    },
    createArticle({ input }: { input: ArticleInput }) {
      const { title, subtitle = null, body } = input;
      const userErrors = validate(input, articles);
      if (userErrors.length > 0) return { article: null, userErrors };
      const article = {
        id: String(articles.length + 1),
        title,
        subtitle,
        body,
        createdAt: '2027-02-01T10:00:00Z',
        author: findAuthor(input.author)!,
        editor: null,
        tags: tags.filter(({ id }) => input.tags.some((each) => each.id === id)),
      };
      articles.push(article);
      return { article, userErrors };
    },
    updateArticle({ id, input }: { id: string; input: UpdateInput }) {
      const { editor, ...own } = input;
      const article = find(id);
      if (!article) return { article: null, userErrors: [] };
      const userErrors = validate(input, articles);
      if (userErrors.length > 0) return { article: null, userErrors };
      Object.assign(article, own);
      if (editor !== undefined) article.editor = editor && findEditor(editor)!;
      return { article, userErrors };
    },
    tagArticle({ id, tags: references }: { id: string; tags: ArticleInput['tags'] }) {
      const article = find(id);
      const userErrors = validate({ tags: references }, articles, []);
      if (!article || userErrors.length > 0) return { article: null, userErrors };
      article.tags = tags.filter((tag) => references.some((each) => each.id === tag.id));
      return { article, userErrors };
    },
    deleteArticle({ id }: { id: string }) {
      const article = find(id);
      articles = articles.filter((each) => each !== article);
      return article;
    },
  };
}

/** `path` leads to the input from the arguments. */
function validate(
  { title, body, author, editor, tags: references = [] }: Partial<ArticleInput> & UpdateInput,
  articles: readonly Article[],
  path: readonly string[] = ['input'],
) {
  const found: { code: Code; message: string; field: string[] }[] = [];
  const add = (code: Code, message: string, ...field: string[]) =>
    found.push({ code, message, field: [...path, ...field] });
  if (title === null || title?.trim() === '') add('BLANK', 'A title is required.', 'title');
  if (body === null) add('BLANK', 'A body is required.', 'body');
  if (articles.some((each) => each.title === title)) add('TITLE_TAKEN', `"${title}" exists already.`, 'title');
  if (author && !findAuthor(author)) add('UNKNOWN_AUTHOR', `The author ${author.id} does not exist.`, 'author', 'id');
  if (editor && !findEditor(editor)) add('UNKNOWN_EDITOR', `The person ${editor.id} does not exist.`, 'editor', 'id');
  references.forEach(({ id }, index) => {
    if (!tags.some((tag) => tag.id === id)) {
      add('UNKNOWN_TAG', `The tag ${id} does not exist.`, 'tags', String(index), 'id');
    }
  });
  return found;
}

function findAuthor({ type, id }: { type: AuthorType; id: string }): Author | undefined {
  const name = type === 'PERSON' ? 'Person' : 'Organization';
  return authors.find((each) => each.__typename === name && each.id === id);
}

const findEditor = ({ id }: { id: string }) => findAuthor({ type: 'PERSON', id });

function connect(all: readonly Article[], { first, offset }: Slice) {
  return { nodes: all.slice(offset, offset + first), totalCount: all.length };
}

function compareBy(orders: readonly Order[]) {
  return (one: Article, other: Article) => {
    for (const { field, direction } of orders) {
      const key = field === 'TITLE' ? 'title' : 'createdAt';
      const compared = one[key].localeCompare(other[key]);
      if (compared !== 0) return direction === 'ASC' ? compared : -compared;
    }
    return 0;
  };
}
