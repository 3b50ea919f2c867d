// The files of a project, to which part of it each belongs, and which of them have changed: their stamps are compared, not their texts.
import { type BigIntStats, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { EDITOR_SCHEMA } from '../../project/editorSchema.ts';
import { isModule } from '../../project/loadSchema.ts';

/** What a changed file belongs to. */
export type ChangedPart = 'documents' | 'schema' | 'config' | 'contracts';

/** Absolute paths. */
export interface ProjectPaths {
  /** The folder of endpoint documents. */
  endpoints: string;
  /** With a module, the code and the SDL in its folder count as well. */
  schemaFile?: string | undefined;
  configFile?: string | undefined;
  /** The folder of the published contracts. */
  contracts?: string | undefined;
  /** The file that git adds each commit to. */
  history?: string | undefined;
}

export interface ProjectFiles {
  /** The files that are not as they were at the last comparison, and all folders with an identity that no other folder has. */
  compare(): { changed: ReadonlyMap<string, ChangedPart>; folders: ReadonlyMap<string, string> };
  /** Folders that are not part of the project, but have files or folders of it. */
  parents(): Iterable<string>;
  /** Whether a file is there and no part of the project. */
  isOther(file: string): boolean;
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
export function createProjectFiles(paths: ProjectPaths): ProjectFiles {
  const { endpoints, schemaFile, configFile, contracts, history } = paths;
  const moduleFolder = schemaFile !== undefined && isModule(schemaFile) ? path.dirname(schemaFile) : undefined;
  const modules = new Set<string>();
  /** Of files that loading a module may write, when they changed last. */
  const texts = new Map<string, string | undefined>();

  function partOf(file: string, isFolder = false): ChangedPart | undefined {
    if (file === configFile) return 'config';
    if (file === history) return 'contracts';
    if (file === schemaFile || modules.has(file)) return 'schema';
    // dev writes it itself.
    if (moduleFolder !== undefined && file === path.join(endpoints, EDITOR_SCHEMA)) return undefined;
    const isDocument = isFolder || DOCUMENT.test(file);
    if (isWithin(endpoints, file)) return isDocument ? 'documents' : undefined;
    if (isWithin(contracts, file)) return isDocument ? 'contracts' : undefined;
    return isWithin(moduleFolder, file) && !isFolder && CODE.test(file) ? 'schema' : undefined;
  }

  function list(...files: (string | undefined)[]): string[] {
    return files.filter((file) => file !== undefined);
  }

  function parents(): string[] {
    return list(endpoints, contracts, schemaFile, configFile, history, ...modules).map((file) => path.dirname(file));
  }

  function scan(): { files: Map<string, State>; folders: Map<string, string> } {
    const files = new Map<string, State>();
    const folders = new Map<string, string>();

    function add(file: string, stats: BigIntStats | undefined): void {
      const part = stats && partOf(file, stats.isDirectory());
      if (!part) return;
      const stamp = stats.isDirectory() ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
      files.set(file, { part, stamp });
    }

    /** Follows links, but not in a circle. */
    function visit(folder: string, outer: readonly string[]): void {
      const stats = statOf(folder);
      if (!stats?.isDirectory() || folders.has(folder) || outer.includes(identify(stats))) return;
      folders.set(folder, identify(stats));
      add(folder, stats);
      for (const name of attempt(() => readdirSync(folder)) ?? []) {
        if (name.startsWith('.') || name === 'node_modules') continue;
        const file = path.join(folder, name);
        const child = statOf(file);
        if (child?.isDirectory()) visit(file, [...outer, identify(stats)]);
        else add(file, child);
      }
    }

    for (const folder of list(endpoints, contracts, moduleFolder)) visit(folder, []);
    // The project may be hidden itself.
    for (const file of list(schemaFile, configFile, history, ...modules)) add(file, statOf(file));
    for (const folder of parents()) {
      const stats = statOf(folder);
      if (stats) folders.set(folder, identify(stats));
    }
    return { files, folders };
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

  let states = scan().files;
  return {
    parents,
    compare: () => {
      const { files, folders } = scan();
      const changed = new Map<string, ChangedPart>();
      for (const [file, { part }] of new Map([...states, ...files])) {
        if (files.get(file)?.stamp !== states.get(file)?.stamp && !isRewritten(file, part)) changed.set(file, part);
      }
      states = files;
      return { changed, folders };
    },
    isOther: (file) => statOf(file)?.isFile() === true && partOf(file) === undefined,
    addModules: (files) => {
      const added = files.filter((file) => partOf(file) === undefined);
      for (const file of files) modules.add(file);
      const current = scan().files;
      for (const file of added) states.set(file, current.get(file) ?? { part: 'schema', stamp: '' });
    },
  };
}

function isWithin(folder: string | undefined, file: string): boolean {
  return folder !== undefined && (file === folder || file.startsWith(folder + path.sep));
}

/** With its time of birth, since file systems give the number of a folder that is removed to the next one. */
function identify({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${birthtimeNs}`;
}

function statOf(file: string): BigIntStats | undefined {
  return attempt(() => statSync(file, { bigint: true, throwIfNoEntry: false }));
}

/** Undefined where something is not there, or cannot be read. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
