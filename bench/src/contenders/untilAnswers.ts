import type { ChildProcess } from 'node:child_process';

/** Waits until a URL is answered, with a success where that is asked for; rejects when the process that serves it ends. */
export async function untilAnswers(url: string, child: ChildProcess, needs: 'success' | 'anything' = 'anything') {
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async function answers(): Promise<boolean> {
    try {
      const response = await fetch(url);
      await response.arrayBuffer();
      return needs === 'anything' || response.ok;
    } catch {
      return false;
    }
  }
}
