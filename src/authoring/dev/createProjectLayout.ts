// Which files belong to a project, and to which part of it.
import path from 'node:path';
import { EDITOR_SCHEMA } from '../../project/editorSchema.ts';
import { isModule } from '../../project/loadSchema.ts';

/** What a changed file belongs to. */
export type ChangedPart = 'documents' | 'schema' | 'config' | 'contracts';

/** Absolute paths. */
export interface WatchedPaths {
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

export interface ProjectLayout {
  /** The folders that are watched, with those below them that are not ignored. */
  roots: ReadonlySet<string>;
  /** The part that a file, or a folder, belongs to. Documents may be in the folder of a module. */
  partOf(file: string, isFolder: boolean): ChangedPart | undefined;
  /** Undefined: it is not known whether it is a folder. */
  isIgnored(file: string, isFolder: boolean | undefined): boolean;
  /** Adds a module that the schema is loaded from. */
  addModule(file: string): void;
}

const DOCUMENT = /\.(?:graphqls?|gql|json\w*)$/i;
const CODE = /\.(?:[cm]?[jt]sx?|graphqls?|gql)$/;

/** Tells the files of a project from those around it. */
export function createProjectLayout(paths: WatchedPaths): ProjectLayout {
  const { endpoints, schemaFile, configFile, contracts, history } = paths;
  const moduleFolder = schemaFile !== undefined && isModule(schemaFile) ? path.dirname(schemaFile) : undefined;
  const folders = contracts === undefined ? [endpoints] : [endpoints, contracts];
  const modules = new Set<string>();
  // Folders are watched, not files: a file that is replaced or created again is noticed then, and so is the folder itself.
  const roots = new Set(
    [endpoints, schemaFile, configFile, contracts, history].flatMap((each) =>
      each === undefined ? [] : path.dirname(each),
    ),
  );

  function partOf(file: string, isFolder: boolean): ChangedPart | undefined {
    if (file === configFile) return 'config';
    if (file === history) return 'contracts';
    if (file === schemaFile || modules.has(file)) return 'schema';
    // dev writes it itself.
    if (moduleFolder !== undefined && file === path.join(endpoints, EDITOR_SCHEMA)) return undefined;
    const isDocument = isFolder || DOCUMENT.test(file);
    if (isWithin(endpoints, file)) return isDocument ? 'documents' : undefined;
    if (contracts !== undefined && isWithin(contracts, file)) return isDocument ? 'contracts' : undefined;
    if (moduleFolder !== undefined && isWithin(moduleFolder, file) && CODE.test(file)) return 'schema';
    return undefined;
  }

  function isIgnored(file: string, isFolder: boolean | undefined): boolean {
    // The project may be hidden itself.
    if (roots.has(file) || file === schemaFile || file === configFile || modules.has(file)) return false;
    if (isHidden(path.relative(nearest([...roots, ...folders], file), file))) return true;
    if (folders.some((folder) => isWithin(folder, file) || isWithin(file, folder))) return false;
    if (isFolder === false) return partOf(file, false) === undefined;
    return !(partOf(file, false) !== undefined || (moduleFolder !== undefined && isWithin(moduleFolder, file)));
  }

  return {
    roots,
    partOf,
    isIgnored,
    addModule: (file) => {
      modules.add(file);
      roots.add(path.dirname(file));
    },
  };
}

export function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

function isHidden(relative: string): boolean {
  return relative.split(path.sep).some((part) => part === 'node_modules' || /^\.(?!\.?$)/.test(part));
}

/** The deepest of the folders that contains the file. */
function nearest(folders: readonly string[], file: string): string {
  return folders.filter((folder) => isWithin(folder, file)).sort((a, b) => b.length - a.length)[0] ?? file;
}
