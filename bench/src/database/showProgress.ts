import { SingleBar } from 'cli-progress';

export interface Progress {
  update(done: number, all: number): void;
  stop(): void;
}

/** A progress bar on stderr; a line every few seconds where that is no terminal. */
export function showProgress(title: string): Progress {
  const bar = new SingleBar({
    format: `${title} [{bar}] {percentage} % | {value} of {total} rows | {duration_formatted}`,
    noTTYOutput: true,
    notTTYSchedule: 5000,
  });
  let started = false;
  return {
    update: (done, all) => {
      if (!started) bar.start(all, 0);
      started = true;
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
