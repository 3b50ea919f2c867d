// The files of a project, and which part of it changes: their stamps are compared again and again, not their texts.
import { readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { EDITOR_SCHEMA } from '../../project/editorSchema.ts';
import { isModule } from '../../project/loadSchema.ts';

/** Time between two comparisons, and so between a change and what follows from it. */
const INTERVAL_MS = 100;
/** Comparing takes at most this share of the time, however many files there are. */
const MAX_LOAD = 0.05;
/** How often the rest of a checkout is waited for, where files change without end. */
const MAX_WAITS = 10;

/** Compares the files until the signal is aborted. Changes are reported when nothing else has changed since, and one after another. */
export async function watchProject(
  files: ProjectFiles,
  onChange: (changed: ReadonlySet<ChangedPart>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const changes = new Set<ChangedPart>();
  for (let waits = 0, pause = INTERVAL_MS; await wait(pause, signal);) {
    const startedAt = performance.now();
    const changed = files.compare();
    pause = Math.max(INTERVAL_MS, (performance.now() - startedAt) / MAX_LOAD);
    for (const part of changed) changes.add(part);
    if (changes.size === 0 || (changed.size > 0 && waits++ < MAX_WAITS)) continue;
    waits = 0;
    await onChange(new Set(changes));
    changes.clear();
  }
}

/** False where the signal is aborted. */
async function wait(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return setTimeout(milliseconds, true, { signal }).catch(() => false);
}

/** What a changed file belongs to. */
export type ChangedPart = 'documents' | 'schema' | 'config' | 'contracts';

/** Absolute paths. */
interface ProjectPaths {
  /** The folder of endpoint documents. */
  endpoints: string;
  /** With a module, the code and the SDL in its folder count as well. */
  schemaFile?: string | undefined;
  configFile?: string | undefined;
  /** The folder of the published contracts. */
  contracts: string;
}

export interface ProjectFiles {
  /** The parts with files that are not as they were at the last comparison. */
  compare(): ReadonlySet<ChangedPart>;
  /** Adds the modules that the schema was loaded from, as they are now. */
  addModules(files: readonly string[]): void;
}

interface State {
  part: ChangedPart;
  stamp: string;
}

const DOCUMENT = /\.(?:graphqls?|gql|json\w*)$/i;
const CODE = /\.(?:[cm]?[jt]sx?|graphqls?|gql)$/;

/** Reads the files as they are now; the first comparison is with these. */
export function createProjectFiles({ endpoints, schemaFile, configFile, contracts }: ProjectPaths): ProjectFiles {
  const modules = new Set<string>();
  /** Of files that loading a module may write, when they changed last. */
  const texts = new Map<string, string | undefined>();

  function scan(): Map<string, State> {
    const states = new Map<string, State>();
    const visited = new Set<string>();

    function add(file: string, part: ChangedPart): void {
      const stats = statOf(file);
      if (stats) states.set(file, { part, stamp: `${stats.ino} ${stats.size} ${stats.mtimeMs}` });
    }

    /** Follows links, and so visits each folder once. */
    function visit(folder: string, part: ChangedPart, pattern: RegExp): void {
      const real = attempt(() => realpathSync(folder));
      if (real === undefined || visited.has(real)) return;
      visited.add(real);
      if (pattern === DOCUMENT) states.set(folder, { part, stamp: '' });
      for (const name of attempt(() => readdirSync(folder)) ?? []) {
        const file = path.join(folder, name);
        // dev writes the SDL for editors itself.
        if (name.startsWith('.') || name === 'node_modules' || file === path.join(endpoints, EDITOR_SCHEMA)) continue;
        if (statOf(file)?.isDirectory()) visit(file, part, pattern);
        else if (pattern.test(name)) add(file, part);
      }
    }

    visit(endpoints, 'documents', DOCUMENT);
    visit(contracts, 'contracts', DOCUMENT);
    if (schemaFile !== undefined && isModule(schemaFile)) visit(path.dirname(schemaFile), 'schema', CODE);
    for (const file of modules) add(file, 'schema');
    if (schemaFile !== undefined) add(schemaFile, 'schema');
    if (configFile !== undefined) add(configFile, 'config');
    return states;
  }

  /**
   * Loading a module may write files, such as its SDL: those that are the same again would have it loaded forever. What was loaded
   * itself may be saved to load it again.
   */
  function isRewritten(file: string, part: ChangedPart): boolean {
    if (part !== 'schema' || file === schemaFile || modules.has(file)) return false;
    const text = attempt(() => readFileSync(file, 'utf8'));
    const isSame = texts.has(file) && texts.get(file) === text;
    texts.set(file, text);
    return isSame;
  }

  let states = scan();
  return {
    compare: () => {
      const current = scan();
      const changed = new Set<ChangedPart>();
      for (const [file, { part }] of new Map([...states, ...current])) {
        if (current.get(file)?.stamp !== states.get(file)?.stamp && !isRewritten(file, part)) changed.add(part);
      }
      states = current;
      return changed;
    },
    addModules: (files) => {
      const added = files.filter((file) => !states.has(file));
      for (const file of files) modules.add(file);
      const current = scan();
      for (const file of added) states.set(file, current.get(file) ?? { part: 'schema', stamp: '' });
    },
  };
}

function statOf(file: string) {
  return attempt(() => statSync(file, { throwIfNoEntry: false }));
}

/** Undefined where something is not there, or cannot be read. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
