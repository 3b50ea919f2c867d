const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Settles as the work does, or rejects as soon as this process is asked to end; a second signal ends it at once. */
export async function untilSignal<Result>(work: Promise<Result>): Promise<Result> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of SIGNALS) process.once(signal, () => reject(new Error(`Interrupted by ${signal}.`)));
  });
  return Promise.race([work, interrupted]);
}
