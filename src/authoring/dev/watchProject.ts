import { type BigIntStats, type Dirent, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { type ChangedPart, type WatchedPaths, createProjectLayout, isWithin } from './createProjectLayout.ts';

export interface ProjectWatcher {
  /** Also watches the modules that a schema was loaded from. Settles when every change of them is noticed. */
  addModules(files: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface ProjectEvents {
  onChange(changed: ReadonlySet<ChangedPart>): void;
  /** Files cannot be watched any more. */
  onError(error: unknown): void;
}

/**
 * Editors replace a file in several steps, and a checkout changes many files: changes that follow so soon are one. More than
 * the 50 ms in which chokidar drops further changes of a file, so that its last content is read.
 */
const QUIET_MS = 60;

/** A checkout pauses for longer; nobody saves so many files by hand. */
const CHECKOUT = { files: 10, quietMs: 250 };

/**
 * chokidar reports no change of a file that is replaced by one with an older time: texts are compared when it has been quiet for
 * so long. Nor does it follow a folder that another one replaces at once: folders are compared so long after files come or go.
 */
const RECHECK_MS = 250;

/** Watches the files of a project. Settles when every change is noticed. */
export async function watchProject(paths: WatchedPaths, { onChange, onError }: ProjectEvents): Promise<ProjectWatcher> {
  const { endpoints, schemaFile, configFile } = paths;
  const { roots, partOf, isIgnored, addModule } = createProjectLayout(paths);
  let loaded: ReadonlySet<string> = new Set();
  /** Of files, when they changed last. */
  const texts = new Map<string, string | undefined>();
  const watchers: FSWatcher[] = [];
  let comparison: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  /**
   * Loading a module may write files, such as its SDL: those that are the same again would have it loaded forever. What was
   * loaded itself may be saved to load it again.
   */
  function hasChanged(file: string, part: ChangedPart): boolean {
    const isNew = hasNewText(file);
    return isNew || part === 'documents' || part === 'contracts' || file === schemaFile || loaded.has(file);
  }

  function hasNewText(file: string): boolean {
    const text = readText(file);
    const isSame = texts.has(file) && texts.get(file) === text;
    texts.set(file, text);
    return !isSame;
  }

  const pending = createBatch<ChangedPart>(
    (size) => (size > CHECKOUT.files ? CHECKOUT.quietMs : QUIET_MS),
    (changed) => report(changed, hasChanged),
  );
  /** Files that the system reported, whether chokidar does or not. */
  const touched = createBatch<ChangedPart>(
    () => RECHECK_MS,
    (changed) => report(changed, hasNewText),
  );

  function report(
    files: ReadonlyMap<string, ChangedPart>,
    isReported: (file: string, part: ChangedPart) => boolean,
  ): void {
    for (const file of files.keys()) states.set(file, describeFile(file));
    const parts = [...files].filter(([file, part]) => isReported(file, part)).map(([, part]) => part);
    if (parts.length > 0 && !isClosed) onChange(new Set(parts));
  }

  function note(file: string, isFolder: boolean): void {
    const part = partOf(file, isFolder);
    if (part !== undefined) pending.add(file, part);
  }

  async function watchFolders(folders: Iterable<string>): Promise<void> {
    const watcher = watch([...folders], {
      ignoreInitial: true,
      atomic: false,
      ignored: (file, stats) => isIgnored(path.resolve(file), stats && !stats.isFile()),
    });
    watchers.push(watcher);
    watcher.on('all', (event, file) => note(path.resolve(file), event.endsWith('Dir')));
    watcher.on('raw', (event, name, details) => {
      const { watchedPath } = details as { watchedPath?: string };
      // Polled files have none, and their changes are all reported.
      if (watchedPath === undefined) return;
      // The name of a watched file, or of a file in a watched folder.
      const isFile = path.basename(watchedPath) === name;
      const file = path.resolve(isFile ? watchedPath : path.join(watchedPath, name ?? ''));
      if (event === 'rename' && !isIgnored(file, true)) scheduleComparison();
      const part = isIgnored(file, false) ? undefined : partOf(file, false);
      if (part !== undefined) touched.add(file, part);
    });
    await new Promise<void>((resolve, reject) => {
      watcher.once('ready', resolve);
      watcher.once('error', reject);
    });
    watcher.on('error', onError);
  }

  function listFolders(): ReadonlyMap<string, string> {
    return identifyFolders(roots, (folder) => isIgnored(folder, true));
  }

  function scheduleComparison(): void {
    comparison ??= setTimeout(() => {
      comparison = undefined;
      enqueue(compareFolders).catch(onError);
    }, RECHECK_MS);
  }

  /** Watches all folders anew where one is another than before. A new one may have been another when chokidar found it. */
  async function compareFolders(): Promise<void> {
    const current = listFolders();
    const isOther = (folder: string): boolean =>
      current.get(folder) !== known.get(folder) && (known.has(folder) || isWithin(endpoints, folder));
    const others = [...current.keys()].filter(isOther);
    if (others.length > 0) {
      await closeWatchers();
      known = new Map(current);
      await watchFolders(roots);
      // Nothing was noticed meanwhile.
      for (const file of new Set([...listFiles(), ...states.keys()])) {
        if (describeFile(file) !== states.get(file)) note(file, false);
      }
    }
    for (const [folder, identity] of current) known.set(folder, identity);
    // It may be replaced again meanwhile; and nothing reports that a root exists again.
    if (others.length > 0 || [...roots].some((root) => !current.has(root))) scheduleComparison();
  }

  function listFiles(): string[] {
    const files = [...listFolders().keys()].flatMap((folder) =>
      listFolder(folder).map(({ name }) => path.join(folder, name)),
    );
    return files.filter((file) => !isIgnored(file, false) && partOf(file, false) !== undefined);
  }

  async function closeWatchers(): Promise<void> {
    await Promise.all(watchers.splice(0).map((each) => each.close()));
  }

  /** Runs one task at a time, and none after the end: watchers of one path share what the system opens for it. */
  function enqueue(task: () => Promise<void>): Promise<void> {
    const result = last.then(() => (isClosed ? undefined : task()));
    last = result.catch(() => {});
    return result;
  }

  /** Of files, what they were when they were noticed last. */
  const states = new Map(listFiles().map((file) => [file, describeFile(file)]));
  if (configFile !== undefined) hasNewText(configFile);
  /** The identities of the folders that are watched. */
  let known = new Map(listFolders());
  await watchFolders(roots);
  return {
    addModules: async (files) => {
      loaded = new Set(files);
      const added = files.filter((file) => partOf(file, false) === undefined);
      if (added.length === 0) return;
      for (const file of added) {
        addModule(file);
        states.set(file, describeFile(file));
      }
      await enqueue(() => watchFolders(new Set(added.map((file) => path.dirname(file)))));
      scheduleComparison();
    },
    close: async () => {
      isClosed = true;
      await last;
      await closeWatchers();
      clearTimeout(comparison);
      pending.clear();
      touched.clear();
    },
  };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Files that change without end are not waited for. */
const MAX_WAIT_MS = 2_000;

/** Values by key that are passed on together. */
interface Batch<Value> {
  add(key: string, value: Value): void;
  /** Forgets what was not passed on. */
  clear(): void;
}

/** Creates a batch that is passed on when nothing was added for as long as the number of its values demands. */
export function createBatch<Value>(
  quietMs: (size: number) => number,
  pass: (values: ReadonlyMap<string, Value>) => void,
): Batch<Value> {
  let values = new Map<string, Value>();
  let timer: NodeJS.Timeout | undefined;
  let startedAt = 0;

  function clear(): void {
    clearTimeout(timer);
    values = new Map();
  }

  return {
    add: (key, value) => {
      const now = performance.now();
      if (values.size === 0) startedAt = now;
      values.set(key, value);
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          const passed = values;
          clear();
          pass(passed);
        },
        Math.max(0, Math.min(quietMs(values.size), startedAt + MAX_WAIT_MS - now)),
      );
    },
    clear,
  };
}

/** What the files of a project were like at some time. */
export interface FileState {
  documents: string;
  schema: string;
}

/** Identifies the endpoint documents and the schema without reading them: two states are equal if no file has changed. */
export function identifyFiles(endpoints: string, schemaFile: string | undefined): FileState {
  const folders = identifyFolders([endpoints], () => false);
  const files = [...folders.keys()].flatMap((folder) => listFolder(folder).map(({ name }) => path.join(folder, name)));
  return {
    documents: files.map(describeFile).join('\n'),
    schema: schemaFile === undefined ? '' : describeFile(schemaFile),
  };
}

/** Identifies what is at a path without reading it. */
function describeFile(file: string): string {
  const { ino, size, mtimeNs }: Partial<BigIntStats> = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
  return [file, ino, size, mtimeNs].join(' ');
}

/**
 * The folders and those below them, by path, with an identity that another folder in the same place does not have. Links are
 * followed.
 */
export function identifyFolders(
  folders: Iterable<string>,
  isIgnored: (folder: string) => boolean,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();

  function visit(folder: string, parents: readonly string[]): void {
    const identity = identify(folder);
    if (identity === undefined || found.has(folder) || parents.includes(identity)) return;
    found.set(folder, identity);
    for (const entry of listFolder(folder)) {
      if (!entry.isDirectory() && !entry.isSymbolicLink()) continue;
      const child = path.join(folder, entry.name);
      if (!isIgnored(child)) visit(child, [...parents, identity]);
    }
  }

  for (const folder of folders) visit(folder, []);
  return found;
}

/** What is in a folder; nothing where it cannot be read. */
function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** With its time of birth, since file systems give the number of a folder that is removed to the next one. */
function identify(folder: string): string | undefined {
  try {
    const stats = statSync(folder, { bigint: true });
    return stats.isDirectory() ? `${stats.dev}:${stats.ino}:${stats.birthtimeNs}` : undefined;
  } catch {
    return undefined;
  }
}
