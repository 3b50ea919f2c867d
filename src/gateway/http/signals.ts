/** The signal of one request, or of its execution. Creating an AbortSignal takes longer than all checks of a request. */
export class RequestSignal implements AbortSignalLike {
  aborted = false;
  reason: unknown;
  /** Each is called once, in the order in which they were added. Most signals have one. */
  #first: (() => void) | undefined;
  #others: Set<() => void> | undefined;

  /** Further calls do nothing. Default: the reason of an AbortController. */
  abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.#first?.();
    for (const listener of this.#others ?? []) listener();
    this.#first = this.#others = undefined;
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_: 'abort', listener: () => void): void {
    if (this.aborted || listener === this.#first) return;
    if (this.#first || this.#others) (this.#others ??= new Set()).add(listener);
    else this.#first = listener;
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    if (listener === this.#first) this.#first = undefined;
    else this.#others?.delete(listener);
  }
}

/** What is used of an AbortSignal. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** An AbortSignal that follows another signal, for what requires one, such as the resolvers of a host. */
export function toAbortSignal(signal: AbortSignalLike): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  if (signal.aborted) return AbortSignal.abort(signal.reason);
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return controller.signal;
}
