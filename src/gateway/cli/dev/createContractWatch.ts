import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../../config/Settings.ts';
import { CONTRACTS } from '../../contracts/contractFiles.ts';
import type { Project } from '../project/Project.ts';
import type { LoadedApi } from './createApiLoader.ts';
import { compileProjectContracts } from './compileProjectContracts.ts';
import { createBreakWatch } from './createBreakWatch.ts';
import { describeBreaks } from './describeBreaks.ts';
import { findBreaksInProcess } from './findBreaksInProcess.ts';

export interface ContractWatchOptions {
  project: Project;
  /** Absent: the contracts do not depend on the environment. */
  settings?: Settings | undefined;
  /** Receives the breaking changes of the API that was checked last, in paragraphs. */
  onBreaks(paragraphs: readonly string[]): void;
}

/** Compares the contracts of an API with those that are published, in the background. */
export interface ContractWatch {
  /** Drops the comparison before. There are no breaking changes where the project has no folder `contracts`. */
  check(api: LoadedApi): void;
  close(): void;
}

/** Creates the watch over the contracts of a project. */
export function createContractWatch({ project, settings, onBreaks }: ContractWatchOptions): ContractWatch {
  const { root } = project;
  let checked: LoadedApi | undefined;
  const watch = createBreakWatch({
    compile: () => compileProjectContracts(project, checked!, settings),
    find: (compiled, signal) => findBreaksInProcess({ root, compiled }, signal),
    onFound: (found) => onBreaks(describeBreaks(found, checked!.plan)),
  });
  return {
    check: (api) => {
      checked = api;
      if (existsSync(path.join(root, CONTRACTS))) return watch.check();
      watch.close();
      onBreaks([]);
    },
    close: watch.close,
  };
}
