import type { TestProject } from 'vitest/node';
import { startFederation } from './startFederation.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a façade of the federation is reached. */
    facade: string;
  }
}

/** Starts the federation that the promises of REST are tested on. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { facades, stop } = await startFederation();
  project.provide('facade', facades[0].url);
  return stop;
}
