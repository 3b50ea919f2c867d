import { readFileSync } from 'node:fs';
import { Source } from 'graphql';
import { DiagnosticCollector } from '../errors/Diagnostic.ts';
import { RoundCache } from './RoundCache.ts';

/** Reads the contents of a file; what is wrong with them is reported. */
export type ReadSource<Contents> = (source: Source, diagnostics: DiagnosticCollector) => Contents;

interface CachedFile {
  text: string;
  contents: unknown;
  diagnostics: DiagnosticCollector;
}

/** Reads GraphQL files, and keeps the contents of each as long as its text stays the same. */
export class FileCache {
  readonly #files = new RoundCache<string, CachedFile>();

  /** The contents of a file, which is always read by the same function. */
  read<Contents>(file: string, read: ReadSource<Contents>, diagnostics: DiagnosticCollector): Contents {
    const text = readFileSync(file, 'utf8');
    const cached = this.#files.find(file, (each) => each.text === text) ?? this.#add(file, text, read);
    for (const diagnostic of cached.diagnostics.diagnostics) diagnostics.add(diagnostic);
    return cached.contents as Contents;
  }

  /** Drops the files that were not read since the last call. */
  endRound(): void {
    this.#files.endRound();
  }

  #add(file: string, text: string, read: ReadSource<unknown>): CachedFile {
    const diagnostics = new DiagnosticCollector();
    const cached = { text, contents: read(new Source(text, file), diagnostics), diagnostics };
    this.#files.add(file, cached);
    return cached;
  }
}
