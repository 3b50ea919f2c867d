import type { AbortSignalLike } from './AbortSignalLike.ts';

/** The signal of one request, or of its execution. Creating an AbortSignal takes longer than all checks of a request. */
export class RequestSignal implements AbortSignalLike {
  aborted = false;
  reason: unknown;
  /** Each is called once, in the order in which they were added. */
  #listeners: Set<() => void> | undefined;

  /** Further calls do nothing. Default: the reason of an AbortController. */
  abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners = undefined;
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_: 'abort', listener: () => void): void {
    if (!this.aborted) (this.#listeners ??= new Set()).add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }
}
