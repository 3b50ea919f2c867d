// What was compiled of the parts of a version, and what each part read, so that it is compiled again only if that changes.
import { isDeepStrictEqual } from 'node:util';
import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';
import type { Conventions } from '../../conventions/Conventions.ts';
import type { EndpointDocument } from '../../document/EndpointDocument.ts';
import { RoundCache } from '../../document/FileCache.ts';
import type { Definitions, SharedDefinitions } from '../../document/Version.ts';
import type { Lookup } from '../../document/readDefinitions.ts';
import type { ReportDiagnostic } from '../../errors/Diagnostic.ts';
import type { VersionContext } from '../CompileContext.ts';
import { CoordinateCollector } from './CoordinateCollector.ts';

/** What is compiled on its own: an endpoint, a lookup query, or the shapes of a version, which are only checked. */
export interface Compilable {
  key: OperationDefinitionNode | number;
  /** With the dates of the version. */
  endpoint?: EndpointDocument['endpoint'];
}

export type CompilePart<Result> = (version: SharedDefinitions, context: VersionContext) => Result;

interface Compiled {
  endpoint: EndpointDocument['endpoint'] | undefined;
  reads: VersionReads;
  recording: Recording;
  result: unknown;
}

/** What the parts of the versions in a folder were compiled to. It is used again until something that was read for it changes. */
export class CompiledDocuments {
  readonly #conventions = new RoundCache<string, { value: unknown }>();
  readonly #compiled = new RoundCache<Compilable['key'], Compiled>();

  /** The conventions, each the same object as long as it is the same, as versions are compared by it. */
  shareConventions(conventions: Conventions): Conventions {
    const shared = Object.entries(conventions).map(([name, value]: [string, unknown]) => {
      const text = `${name} ${JSON.stringify(value)}`;
      const entry = this.#conventions.find(text, () => true);
      if (!entry) this.#conventions.add(text, { value });
      return [name, entry ? entry.value : value];
    });
    return Object.fromEntries(shared) as unknown as Conventions;
  }

  /**
   * What `compile` returns for a part of a version. All that it reports and collects goes to the context, whether it is
   * called now or was called before.
   */
  get<Result>(
    { key, endpoint }: Compilable,
    version: SharedDefinitions,
    context: VersionContext,
    compile: CompilePart<Result>,
  ): Result {
    const isSame = (other: Compiled['endpoint']) => other === endpoint || isDeepStrictEqual(other, endpoint);
    const isValid = (candidate: Compiled) => isSame(candidate.endpoint) && candidate.reads.areSameIn(version);
    let compiled = this.#compiled.find(key, isValid);
    if (!compiled) {
      const reads = new VersionReads();
      const tracked = reads.track(version);
      const recording = new Recording(context, tracked.conventions);
      compiled = { endpoint, reads, recording, result: compile(tracked, recording.context) };
      this.#compiled.add(key, compiled);
    }
    compiled.recording.replay(context);
    return compiled.result as Result;
  }

  /** Drops what was not used since the last call. */
  endRound(): void {
    this.#conventions.endRound();
    this.#compiled.endRound();
  }
}

const REPORTS = ['report', 'warn', 'reportUnsupported'] as const;

/** What one part of a version reports and collects while it is compiled, so that it can be passed on again without compiling. */
class Recording {
  /** What the part is compiled with. It knows nothing of the other parts. */
  readonly context: VersionContext;
  readonly #reported = { report: [], warn: [], reportUnsupported: [] } as Record<
    (typeof REPORTS)[number],
    Parameters<ReportDiagnostic>[]
  >;

  /** `conventions` are those of the version; what is read of them is tracked. */
  constructor({ schema, vocabulary, types }: VersionContext, conventions: Conventions) {
    const { report, warn, reportUnsupported } = this.#reported;
    this.context = {
      schema,
      vocabulary,
      conventions,
      types: types.createPart(conventions),
      coordinates: new CoordinateCollector(schema),
      report: (...diagnostic) => void report.push(diagnostic),
      warn: (...diagnostic) => void warn.push(diagnostic),
      reportUnsupported: (...diagnostic) => void reportUnsupported.push(diagnostic),
    };
  }

  /** Reports and adds everything to the context of the version. */
  replay(version: VersionContext): void {
    version.types.addAll(this.context.types);
    version.coordinates.addAll(this.context.coordinates);
    for (const kind of REPORTS) for (const diagnostic of this.#reported[kind]) version[kind](...diagnostic);
  }
}

class DefinitionReads<Definition> {
  readonly #found = new Map<string, Definition | undefined>();
  #names: readonly string[] | undefined;

  track(definitions: Definitions<Definition>): Definitions<Definition> {
    return {
      get: (name) => {
        const found = definitions.get(name);
        this.#found.set(name, found);
        return found;
      },
      keys: () => {
        this.#names = [...definitions.keys()];
        return definitions.keys();
      },
    };
  }

  areSameIn(definitions: Definitions<Definition>): boolean {
    for (const [name, found] of this.#found) if (definitions.get(name) !== found) return false;
    return this.#names === undefined || isDeepStrictEqual(this.#names, [...definitions.keys()]);
  }
}

/** What was read of a version. It does not keep the rest of the version. */
export class VersionReads {
  readonly #shapes = new DefinitionReads<FragmentDefinitionNode>();
  readonly #lookups = new DefinitionReads<Lookup>();
  readonly #conventions = new Map<string, unknown>();

  /** The definitions of a version; what is read of them is recorded. */
  track({ shapes, lookups, conventions }: SharedDefinitions): SharedDefinitions {
    return {
      conventions: this.#trackConventions(conventions),
      shapes: this.#shapes.track(shapes),
      lookups: this.#lookups.track(lookups),
    };
  }

  /** Whether the same would be read of this version. */
  areSameIn({ shapes, lookups, conventions }: SharedDefinitions): boolean {
    for (const [name, read] of this.#conventions) if (conventions[name as keyof Conventions] !== read) return false;
    return this.#shapes.areSameIn(shapes) && this.#lookups.areSameIn(lookups);
  }

  /** Each convention as a whole. */
  #trackConventions(conventions: Conventions): Conventions {
    return new Proxy(conventions, {
      get: (_, name: keyof Conventions) => {
        this.#conventions.set(name, conventions[name]);
        return conventions[name];
      },
    });
  }
}
