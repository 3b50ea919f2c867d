import { isDeepStrictEqual } from 'node:util';
import type { OperationDefinitionNode } from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { RoundCache } from '../document/RoundCache.ts';
import type { SharedDefinitions } from '../document/Version.ts';
import type { VersionContext } from './CompileContext.ts';
import { Recording } from './Recording.ts';
import { VersionReads } from './VersionReads.ts';

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
      const known = this.#conventions.find(text, () => true);
      if (!known) this.#conventions.add(text, { value });
      return [name, (known ?? { value }).value];
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
    const isValid = (each: Compiled) => isSame(each.endpoint) && each.reads.areSameIn(version);
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
