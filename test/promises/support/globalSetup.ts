// The built program, once for each worker: some files count what is in a list, so two must not write into one database at once.
import type { TestProject } from 'vitest/node';
import { setup as build } from './buildForTests.ts';
import { startAlone } from './startForSpec.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the Portico of each worker is reached. */
    porticos: readonly string[];
  }
}

/** Builds and starts what the promises are tested on; what it returns stops that. With SPEC_TARGET_URL nothing is started. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { SPEC_TARGET_URL: target, SPEC_BASE_PATH: basePath = '' } = process.env;
  build();
  if (target) {
    project.provide('porticos', [target]);
    return undefined;
  }
  const count = Math.max(1, Number(project.config.maxWorkers));
  const porticos = await Promise.all(Array.from({ length: count }, () => startAlone({ BASE_PATH: basePath })));
  project.provide(
    'porticos',
    porticos.map(({ url, basePath: prefix }) => new URL(`${prefix}/`, url).href.replace(/\/$/, '')),
  );
  return async () => void (await Promise.all(porticos.map(({ close }) => close())));
}
