import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { isModule } from '../project/loadSchema.ts';

/** What a changed file belongs to. */
export type ChangedPart = 'documents' | 'schema' | 'config';

/** Absolute paths. */
export interface WatchedPaths {
  /** The folder of endpoint documents. */
  endpoints: string;
  /** With a module, the code and the SDL in its folder count as well. */
  schemaFile?: string | undefined;
  configFile?: string | undefined;
}

export interface ProjectWatcher {
  /** Also watches the modules that a schema was loaded from. Settles when every change of them is noticed. */
  addModules(files: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface ProjectEvents {
  onChange(changed: ReadonlySet<ChangedPart>): void;
  /** Files cannot be watched any more. */
  onError(error: unknown): void;
}

/**
 * Editors replace a file in several steps, and a checkout changes many files: changes that follow so soon are one. More than
 * the 50 ms in which chokidar drops further changes of a file, so that its last content is read.
 */
const QUIET_MS = 60;

/** chokidar reports no change of a file that is replaced by one with an older time: texts are compared when it has been quiet for so long. */
const RECHECK_MS = 250;

const DOCUMENT = /\.(?:graphqls?|gql|json\w*)$/i;
const CODE = /\.(?:[cm]?[jt]sx?|graphqls?|gql)$/;

/** Watches the files of a project. Settles when every change is noticed. */
export async function watchProject(paths: WatchedPaths, { onChange, onError }: ProjectEvents): Promise<ProjectWatcher> {
  const { endpoints, schemaFile, configFile } = paths;
  const moduleFolder = schemaFile !== undefined && isModule(schemaFile) ? path.dirname(schemaFile) : undefined;
  const modules = new Set<string>();
  const pending = new Map<string, ChangedPart>();
  let loaded: ReadonlySet<string> = new Set();
  /** Of files, when they changed last. */
  const texts = new Map<string, string | undefined>();
  let quiet: NodeJS.Timeout | undefined;
  /** Files that the system reported, whether chokidar does or not. */
  const touched = new Map<string, ChangedPart>();
  let recheck: NodeJS.Timeout | undefined;

  /** The part that a file, or a folder, belongs to. Documents may be in the folder of a module. */
  function partOf(file: string, isFolder: boolean): ChangedPart | undefined {
    if (file === configFile) return 'config';
    if (file === schemaFile || modules.has(file)) return 'schema';
    if (isWithin(endpoints, file)) return isFolder || DOCUMENT.test(file) ? 'documents' : undefined;
    if (moduleFolder !== undefined && isWithin(moduleFolder, file) && CODE.test(file)) return 'schema';
    return undefined;
  }

  // Folders are watched, not files: a file that is replaced or created again is noticed then, and so is the folder itself.
  const roots = new Set(
    [endpoints, schemaFile, configFile].flatMap((each) => (each === undefined ? [] : path.dirname(each))),
  );

  function isIgnored(file: string, isFolder: boolean | undefined): boolean {
    if (roots.has(file)) return false;
    if (isHidden(path.relative(nearest(roots, file), file))) return true;
    if (isWithin(endpoints, file) || isWithin(file, endpoints)) return false;
    if (isFolder === false) return partOf(file, false) === undefined;
    return !(partOf(file, false) !== undefined || (moduleFolder !== undefined && isWithin(moduleFolder, file)));
  }

  /**
   * Loading a module may write files, such as its SDL: those that are the same again would have it loaded forever. What was
   * loaded itself may be saved to load it again.
   */
  function hasChanged(file: string, part: ChangedPart): boolean {
    const isNew = hasNewText(file);
    return isNew || part !== 'schema' || file === schemaFile || loaded.has(file);
  }

  function hasNewText(file: string): boolean {
    const text = readText(file);
    const isSame = texts.has(file) && texts.get(file) === text;
    texts.set(file, text);
    return !isSame;
  }

  function flush(): void {
    const files = [...pending].filter(([file, part]) => hasChanged(file, part));
    pending.clear();
    if (files.length > 0) onChange(new Set(files.map(([, part]) => part)));
  }

  function flushTouched(): void {
    const files = [...touched].filter(([file]) => hasNewText(file));
    touched.clear();
    if (files.length > 0) onChange(new Set(files.map(([, part]) => part)));
  }

  async function watchFolders(folders: Iterable<string>): Promise<FSWatcher> {
    const watcher = watch([...folders], {
      ignoreInitial: true,
      atomic: false,
      ignored: (file, stats) => isIgnored(path.resolve(file), stats && !stats.isFile()),
    });
    watcher.on('all', (event, file) => {
      const changed = path.resolve(file);
      const part = partOf(changed, event.endsWith('Dir'));
      if (part === undefined) return;
      pending.set(changed, part);
      clearTimeout(quiet);
      quiet = setTimeout(flush, QUIET_MS);
    });
    watcher.on('raw', (_event, name, details) => {
      const { watchedPath } = details as { watchedPath: string };
      // The name of a watched file, or of a file in a watched folder.
      const isFile = path.basename(watchedPath) === name;
      const file = path.resolve(isFile ? watchedPath : path.join(watchedPath, name ?? ''));
      const part = isIgnored(file, false) ? undefined : partOf(file, false);
      if (part === undefined) return;
      touched.set(file, part);
      clearTimeout(recheck);
      recheck = setTimeout(flushTouched, RECHECK_MS);
    });
    await new Promise<void>((resolve, reject) => {
      watcher.once('ready', resolve);
      watcher.once('error', reject);
    });
    watcher.on('error', onError);
    return watcher;
  }

  const watchers = [await watchFolders(roots)];
  return {
    addModules: async (files) => {
      loaded = new Set(files);
      const added = files.filter((file) => partOf(file, false) === undefined);
      if (added.length === 0) return;
      for (const file of added) modules.add(file);
      const folders = new Set(added.map((file) => path.dirname(file)));
      for (const folder of folders) roots.add(folder);
      watchers.push(await watchFolders(folders));
    },
    close: async () => {
      clearTimeout(quiet);
      clearTimeout(recheck);
      await Promise.all(watchers.map((each) => each.close()));
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

function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

function isHidden(relative: string): boolean {
  return relative.split(path.sep).some((part) => part === 'node_modules' || /^\.(?!\.?$)/.test(part));
}

/** The deepest of the folders that contains the file. */
function nearest(folders: ReadonlySet<string>, file: string): string {
  return [...folders].filter((folder) => isWithin(folder, file)).sort((a, b) => b.length - a.length)[0] ?? file;
}
