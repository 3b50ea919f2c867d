import { isDeepStrictEqual } from 'node:util';
import type { FragmentDefinitionNode } from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import type { Lookup } from '../document/readLookup.ts';
import type { Definitions, SharedDefinitions } from '../document/Version.ts';

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
