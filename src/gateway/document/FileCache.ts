// What was read of files and compiled of documents, kept from one call of a compiler to the next.
import { readFileSync } from 'node:fs';
import { Source } from 'graphql';
import { DiagnosticCollector } from '../errors/Diagnostic.ts';

/** Reads the contents of a file; what is wrong with them is reported. */
export type ReadSource<Contents> = (source: Source, diagnostics: DiagnosticCollector) => Contents;

interface CachedFile {
  text: string;
  contents: unknown;
  diagnostics: DiagnosticCollector;
}

/** A cache that keeps what the last round used: entries that a round neither finds nor adds are dropped at its end. */
export class RoundCache<Key, Entry> {
  #last = new Map<Key, Entry[]>();
  #current = new Map<Key, Entry[]>();

  /** The entry of a key that is still valid. */
  find(key: Key, isValid: (entry: Entry) => boolean): Entry | undefined {
    const used = this.#current.get(key)?.find(isValid);
    if (used !== undefined) return used;
    const found = this.#last.get(key)?.find(isValid);
    if (found !== undefined) this.add(key, found);
    return found;
  }

  add(key: Key, entry: Entry): void {
    const entries = this.#current.get(key);
    if (entries) entries.push(entry);
    else this.#current.set(key, [entry]);
  }

  endRound(): void {
    this.#last = this.#current;
    this.#current = new Map();
  }
}

/** Reads GraphQL files, and keeps the contents of each as long as its text stays the same. */
export class FileCache {
  readonly #files = new RoundCache<string, CachedFile>();

  /** The contents of a file, which is always read by the same function. */
  read<Contents>(file: string, read: ReadSource<Contents>, diagnostics: DiagnosticCollector): Contents {
    const text = readFileSync(file, 'utf8');
    const cached = this.#files.find(file, (entry) => entry.text === text) ?? this.#add(file, text, read);
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
