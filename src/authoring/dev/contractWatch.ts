// Compares the contracts of an API with those that are published, in the background.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../../gateway/base/settings/Settings.ts';
import { readSettings } from '../../gateway/base/settings/readSettings.ts';
import { type Break, groupBreaks } from '../../gateway/describe/contracts/Break.ts';
import { describeContracts } from '../../gateway/describe/contracts/describeContracts.ts';
import { CONTRACTS } from '../../gateway/describe/contracts/contractFiles.ts';
import { explainBreak, locateBreak } from '../../gateway/describe/contracts/explainBreaks.ts';
import type { ApiPlan } from '../../gateway/plan/ApiPlan.ts';
import { createApi, describeOpenApi } from '../../project/readApi.ts';
import type { Project } from '../../project/resolveProject.ts';
import type { LoadedApi } from './createApiLoader.ts';

interface ContractWatchOptions {
  project: Project;
  /** Absent: the contracts do not depend on the environment. */
  settings?: Settings | undefined;
  /** Receives the breaking changes of the API that was checked last, in paragraphs. */
  onBreaks(paragraphs: readonly string[]): void;
}

/** Time without a reload before the contracts are compared: it takes longer than a reload, and a person is typing. */
const SETTLE_MS = 200;

/** Creates the watch over the contracts of a project; it reports only what is true of the last reload. */
export function createContractWatch({ project, settings, onBreaks }: ContractWatchOptions, find = findBreaksInProcess) {
  const { root } = project;
  let running = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function compare(api: LoadedApi, { signal }: AbortController): Promise<void> {
    let found: ContractBreaks;
    try {
      found = await find({ root, compiled: describeProjectContracts(project, api, settings) }, signal);
    } catch (error) {
      found = { breaks: [], errors: [(error as Error).message] };
    }
    if (!signal.aborted) onBreaks(describeBreaks(found, api.plan));
  }

  function close(): void {
    clearTimeout(timer);
    running.abort();
  }

  return {
    /** Drops the comparison before. There are no breaking changes where the project has no folder `contracts`. */
    check: (api: LoadedApi): void => {
      close();
      if (!existsSync(path.join(root, CONTRACTS))) return onBreaks([]);
      const comparison = (running = new AbortController());
      timer = setTimeout(() => void compare(api, comparison), SETTLE_MS);
    },
    close,
  };
}

/** The contracts as `portico contracts` compiles them: with the settings of the environment, or those of the default API. */
export function describeProjectContracts(
  project: Pick<Project, 'publisher' | 'schemaFile' | 'upstream'>,
  { plan, schema }: Pick<LoadedApi, 'plan' | 'schema'>,
  environment?: Settings,
): ReadonlyMap<string, string> {
  const settings = environment ?? readSettings({});
  const openApi = describeOpenApi(createApi(project, { plan, schema }), settings);
  return describeContracts({ plan, openApi, ...(!environment && { schema }) });
}

/** Breaking changes in paragraphs, with the files of the endpoint documents that they come from. */
export function describeBreaks({ breaks, errors }: ContractBreaks, plan: ApiPlan): string[] {
  const groups = groupBreaks(breaks);
  return [...groups.map((group) => explainBreak(group, (breaking) => locateBreak(plan, breaking))), ...errors];
}

/** The breaking changes against the published contracts, or why they cannot be found. */
export interface ContractBreaks {
  breaks: readonly Break[];
  errors: readonly string[];
}

/** What the process is given. */
export interface BreakSearch {
  /** The folder that contains `contracts`. */
  root: string;
  compiled: ReadonlyMap<string, string>;
}

/** It has the extension of this module, and is built with it. */
const PROGRAM = new URL(`./breakSearchProcess${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * Finds the breaking changes in a process of its own, so that reloads and requests do not wait: a long history takes seconds.
 * The process ends when the signal is aborted.
 */
export function findBreaksInProcess(search: BreakSearch, signal: AbortSignal): Promise<ContractBreaks> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(PROGRAM), {
      signal,
      serialization: 'advanced',
      // A debugger would wait at the same port.
      execArgv: process.execArgv.filter((option) => !option.startsWith('--inspect')),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.once('message', (found) => resolve(found as ContractBreaks));
    // Of the process, and then of the channel to it.
    child.on('error', reject);
    child.once('exit', () => reject(new Error('The contracts could not be compared; run "portico contracts".')));
    child.send(search);
  });
}
