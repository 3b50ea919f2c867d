// What all readers of inputs share: where a value is, and what becomes of it.
import type { GraphQLScalarType } from 'graphql';
import type { ProblemCollector } from '../../base/errors/ProblemCollector.ts';
import type { ProblemSource } from '../../base/errors/ServiceError.ts';
import type { Digits } from '../../http/losslessJson.ts';
import type { TypeContext } from '../bounds.ts';
import { jsonPointer } from '../../http/json.ts';

/**
 * Turns one input into the value of a variable as JSON (custom scalars and enum names not yet parsed). Problems are added
 * under `path`; the value that is returned then has no meaning. Nothing more is read once `problems` is full.
 */
export type Coerce<Input> = (input: Input, path: InputPath, problems: ProblemCollector) => unknown;

/** What values are coerced with: the types of a version, and the custom scalars of the schema. */
export interface CoercionContext extends TypeContext {
  /** The custom scalar of this name; undefined where the schema has none. */
  scalar(name: string): GraphQLScalarType | undefined;
  digits: Digits;
}

/** The variables of an operation, as JSON. */
export type Variables = Record<string, unknown>;

/**
 * The place of a value in the input: the steps from a parameter, or from the body, linked to the step before. It is
 * formatted only for a problem, so that reading valid input builds no texts. `key` may be set again for the next value beside it.
 */
export class InputPath {
  readonly #parent: InputPath | undefined;
  readonly #isHeader: boolean;
  key: string | number;
  /** The number of steps below the body; a parameter is one. */
  readonly depth: number;

  private constructor(parent: InputPath | undefined, key: string | number, depth: number, isHeader = false) {
    this.#parent = parent;
    this.#isHeader = isHeader;
    this.key = key;
    this.depth = depth;
  }

  /** The path of a parameter of the path or the query. */
  static of(name: string): InputPath {
    return new InputPath(undefined, name, 1);
  }

  static header(name: string): InputPath {
    return new InputPath(undefined, name, 1, true);
  }

  /** The path of the body, which is named only for a problem of the body as a whole. */
  static readonly body = new InputPath(undefined, 'body', 0);

  /** One step further down. */
  below(key: string | number = ''): InputPath {
    return new InputPath(this, key, this.depth + 1);
  }

  /** Names and indexes, separated by dots. */
  toString(): string {
    const steps = [this.key];
    for (let at = this.#parent; at !== undefined && at.depth > 0; at = at.#parent) steps.push(at.key);
    return steps.toReversed().join('.');
  }

  /** The place in the request: of a parameter or a header without the steps within it. */
  get source(): ProblemSource {
    const key = String(this.key);
    if (!this.#parent) {
      if (this.#isHeader) return { header: key };
      return this.depth > 0 ? { parameter: key } : { pointer: '' };
    }
    const outer = this.#parent.source;
    return 'pointer' in outer ? { pointer: outer.pointer + jsonPointer([key]) } : outer;
  }
}

/** Levels of a JSON value. Beyond that, recursion over it, here or in an execution, could exhaust the stack. */
export const MAX_DEPTH = 100;

export const TOO_DEEP = `must not be nested more than ${MAX_DEPTH} levels deep`;
