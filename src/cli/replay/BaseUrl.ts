import { UsageError } from '../../project/UsageError.ts';

/** The base URL of an API: its endpoints are below it. */
export class BaseUrl {
  /** What gave it. */
  readonly option: string;
  /** Without a slash at its end. */
  readonly href: string;
  readonly origin: string;
  readonly #path: string;
  readonly #own: RegExp;

  /** Throws a UsageError. */
  constructor(option: string, text: string) {
    const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    if (!url || url.username || url.password || url.search || url.hash) {
      const expected = 'the base URL of an API, such as https://api.example.com/v1, without credentials and query';
      throw new UsageError(`${option} must be ${expected}.`);
    }
    this.option = option;
    this.origin = url.origin;
    this.#path = url.pathname.replace(/\/+$/, '');
    this.href = this.origin + this.#path;
    const [href, path] = [this.href, this.#path].map((part) => part.replaceAll(/[$().*+?[\\\]^{|}]/g, '\\$&'));
    // It may also be the beginning of another host or another path.
    const own = `${href}(?![\\w%~-]|[.:@]\\w)`;
    this.#own = new RegExp(path === '' ? own : `${own}|^${path}(?=[#/?]|$)`, 'g');
  }

  /** The path of a request. */
  join(below: string): string {
    const path = this.#path + below;
    return path.startsWith('/') ? path : `/${path}`;
  }

  /** What of a path is below this URL; undefined for one that is elsewhere. */
  below(path: string): string | undefined {
    const rest = path.startsWith(this.#path) ? path.slice(this.#path.length) : undefined;
    return rest !== undefined && /^(?:[/?]|$)/.test(rest) ? rest : undefined;
  }

  /** A text with a placeholder for this URL, and without its path at the beginning: as that of another API that means the same. */
  hideIn(text: string): string {
    return text.replace(this.#own, (own) => (own.startsWith('/') ? '' : '\0'));
  }
}
