// Watches the folders of a project: an event says only when to compare its files.
import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { type ChangedPart, type ProjectPaths, createProjectFiles } from './watchedFiles.ts';

export interface ProjectWatcher {
  /** Also watches the modules that a schema was loaded from. */
  addModules(files: readonly string[]): void;
  /** Whether documents or the schema have changed and are not reported yet. */
  isStale(): boolean;
  close(): void;
}

export interface ProjectEvents {
  onChange(changed: ReadonlySet<ChangedPart>): void;
  /** Files cannot be watched any more. */
  onError(error: unknown): void;
}

/** Editors replace a file in several steps: changes that follow so soon are one. */
const QUIET_MS = 60;

/** Nobody saves so many files by hand: the rest of a checkout is waited for, unless files change without end. */
const CHECKOUT = { files: 10, quietMs: 250, maxWaits: 6 };

/** A folder that was not watched, or is not there, is looked at again. */
const RECHECK_MS = 250;

/** Watches the files of a project from now on. Throws where they cannot be watched. */
export function watchProject(paths: ProjectPaths, { onChange, onError }: ProjectEvents): ProjectWatcher {
  const files = createProjectFiles(paths);
  const watchers = new Map<string, { identity: string; watcher: FSWatcher }>();
  let changes = new Set<ChangedPart>();
  let timer: NodeJS.Timeout | undefined;
  let waits = 0;
  let isClosed = false;

  function schedule(delayMs = QUIET_MS): void {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      try {
        report();
      } catch (error) {
        onError(error);
      }
    }, delayMs);
  }

  function report(): void {
    if (compare() > CHECKOUT.files && waits++ < CHECKOUT.maxWaits) return schedule(CHECKOUT.quietMs);
    waits = 0;
    if (changes.size === 0) return;
    const reported = changes;
    changes = new Set();
    onChange(reported);
  }

  /** The number of changed files. */
  function compare(): number {
    const { changed, folders } = files.compare();
    for (const part of changed.values()) changes.add(part);
    const isNew = watchFolders(folders);
    // What happened in a folder before it was watched has no event, and nothing reports that a parent exists again.
    if (isNew || [...files.parents()].some((folder) => !folders.has(folder))) schedule(RECHECK_MS);
    return changed.size;
  }

  /** Watches these folders and no others; returns whether one was not watched. */
  function watchFolders(folders: ReadonlyMap<string, string>): boolean {
    for (const [folder, { identity }] of watchers) if (folders.get(folder) !== identity) unwatch(folder);
    const added = [...folders].filter(([folder]) => !watchers.has(folder));
    for (const [folder, identity] of added) {
      try {
        const watcher = watch(folder, (_, name) => {
          if (name === null || !files.isOther(path.join(folder, name))) schedule();
        });
        // Such as of a folder that is removed, on Windows.
        watcher.on('error', () => {
          unwatch(folder);
          schedule();
        });
        watchers.set(folder, { identity, watcher });
      } catch (error) {
        // The folder has been removed meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return added.length > 0;
  }

  function unwatch(folder: string): void {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  }

  compare();
  return {
    addModules: (modules) => {
      files.addModules(modules);
      compare();
      if (changes.size > 0) schedule();
    },
    isStale: () => {
      compare();
      if (changes.size > 0) schedule();
      return changes.has('documents') || changes.has('schema');
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      for (const folder of watchers.keys()) unwatch(folder);
    },
  };
}
