// The options of init, the answers to its prompts, and what it sets up.
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { GraphQLSchema } from 'graphql';

/** What the files of a new project are written for. All paths are relative to its folder, with forward slashes. */
export interface Setup {
  /** The schema file: SDL, the JSON of an introspection, or a module. */
  schema: string;
  /** The URL of the GraphQL API that executes. Absent: a library executes, or nothing yet. */
  upstream?: string;
  /** The names of the headers of every request to it, in lower case; none without it. Their values are secrets. */
  headers: readonly string[];
  /** The folder of endpoint documents. */
  endpoints: string;
}

/** The GraphQL API that a project is set up for. */
export interface Source {
  schema: GraphQLSchema;
  /** The schema file, relative to the folder of the project, with forward slashes. */
  file: string;
  /** The SDL of an upstream, for the file. Absent: the file exists. */
  sdl?: string;
  /** The URL that was introspected. */
  upstream?: string;
}

/** The options of init, as commander parses them. What they leave open is prompted for in a terminal, and has a default elsewhere. */
export interface InitOptions {
  /** No prompts. */
  yes?: boolean;
  /** The folder for endpoint documents. */
  endpoints?: string;
  /** Root fields, coordinates or root types, separated by commas. */
  fields?: string;
  /** The URL of the GraphQL API, for a schema file. */
  upstream?: string;
  /** Headers of every request to the upstream, as `Name: value`. */
  upstreamHeader?: string[];
}

/** Where init runs. */
export interface InitContext {
  /** The folder of the project. */
  folder: string;
  /** The package of the program; `tarball` is the file that it was installed from. Absent: a registry has it. */
  program: { name: string; version: string; tarball?: string | undefined };
  /** The terminal for prompts; without it there are none. */
  terminal?: PromptStreams;
}

/** The streams of prompts. */
export interface PromptStreams {
  input: Readable;
  output: Writable;
}

/** What is wrong with the folder of endpoint documents; undefined where it is below the folder of the project. */
export function folderFault(folder: string): string | undefined {
  const relative = path.relative('.', folder);
  const isBelow = relative !== '' && !path.isAbsolute(folder) && relative.split(path.sep)[0] !== '..';
  return isBelow ? undefined : 'The folder of endpoint documents must be below this one, such as rest.';
}
