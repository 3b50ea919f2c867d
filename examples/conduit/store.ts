// Accounts, articles and comments in memory.
import { randomUUID } from 'node:crypto';

export interface Account {
  id: number;
  username: string;
  email: string;
  password: string;
  bio: string | null;
  image: string | null;
  token: string;
  follows: Set<Account>;
}

export interface Comment {
  id: number;
  body: string;
  author: Account;
  createdAt: string;
  updatedAt: string;
}

export interface Article {
  id: number;
  slug: string;
  title: string;
  description: string;
  body: string;
  tags: readonly string[];
  author: Account;
  createdAt: string;
  updatedAt: string;
  favoritedBy: Set<Account>;
  comments: Comment[];
}

export class Store {
  readonly accounts: Account[] = [];
  /** The latest first. */
  articles: Article[] = [];
  #lastId = 0;

  /** The accounts of the tokens that were issued. */
  findCaller(token: string): Account | undefined {
    return this.accounts.find((account) => account.token === token);
  }

  addAccount(own: Pick<Account, 'username' | 'email' | 'password'>): Account {
    const account: Account = {
      id: ++this.#lastId,
      ...own,
      bio: null,
      image: null,
      token: randomUUID(),
      follows: new Set(),
    };
    this.accounts.push(account);
    return account;
  }

  addArticle(author: Account, own: Pick<Article, 'title' | 'description' | 'body' | 'tags'>): Article {
    const now = new Date().toISOString();
    const article: Article = {
      id: ++this.#lastId,
      slug: slugOf(own.title),
      ...own,
      author,
      createdAt: now,
      updatedAt: now,
      favoritedBy: new Set(),
      comments: [],
    };
    this.articles.unshift(article);
    return article;
  }

  addComment(article: Article, author: Account, body: string): Comment {
    const now = new Date().toISOString();
    const comment = { id: ++this.#lastId, body, author, createdAt: now, updatedAt: now };
    article.comments.push(comment);
    return comment;
  }
}

/** `A title!` as `a-title`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
