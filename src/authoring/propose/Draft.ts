// What is known of an endpoint before it has a route and a name.
import { GraphQLNonNull, type GraphQLSchema, getNullableType } from 'graphql';
import type { Method } from '../../gateway/plan/EndpointPlan.ts';
import type { ShapeLibrary } from './ShapeLibrary.ts';
import { spellId } from './naming/inflection.ts';
import { type Words, camelCase, splitWords } from './naming/words.ts';
import type { Nouns } from './schema/Nouns.ts';
import { type InputValue, isRequired } from './schema/fields.ts';
import { holdsUpload, requiresUpload } from './schema/inputKeys.ts';
import type { Connection } from './schema/readConnection.ts';

/** A variable of an operation. */
export interface Variable {
  name: string;
  type: string;
  /** A directive, such as `@param(name: "first")`; absent for none. */
  directive?: string;
}

/** The arguments of a root field, and the variables in them. */
export interface Inputs {
  /** As in a document: `input: { name: $name }`. */
  arguments: readonly string[];
  variables: readonly Variable[];
  /** Whether there are files among them; absent: none. */
  files?: 'REQUIRED' | 'OPTIONAL' | undefined;
}

export interface Route {
  method: Method;
  /** With the names of variables as placeholders: `/orders/{id}`. */
  path: string;
  status?: number;
  /** The variable that is the whole body. */
  body?: string;
}

/** An endpoint whose route is not chosen yet. */
export interface Draft {
  coordinate: string;
  /** The noun of the resource, the last word in the singular. */
  noun: Words;
  kind: 'item' | 'list' | 'single' | 'create' | 'change' | 'action';
  /** The natural one first, then alternatives in case it is taken. */
  routes: readonly Route[];
  /** Of two endpoints that want one route, the lower number keeps it. */
  rank: number;
  /** Names of the operation, the natural one first. */
  names: readonly string[];
  /** The name of the type of the object that is read or created. */
  entity?: string;
  description: string;
  inputs: Inputs;
  /** The last lines of the document, which name what is left out. */
  comment?: string;
  /** The name of the root field. */
  field: string;
  /** Directives of the root field, and what is selected of it: `@unwrap { user { ...User } }`. */
  selection: string;
  /** The list with pages. */
  connection?: Connection;
  /** Whether nothing in the result tells failure, so that only an error of GraphQL does. */
  isUnconfirmed?: boolean;
  /** Whether the response keeps the name of the root field. */
  keepsName?: boolean;
  /** The shapes that the selection spreads. */
  shapes: readonly string[];
  /** The properties of a created object that are never null, for `location`. */
  required?: readonly string[];
}

/** Why a root field has no endpoint. */
export interface Skip {
  reason: string;
}

/** What drafts of one schema have in common. */
export interface DraftContext {
  schema: GraphQLSchema;
  nouns: Nouns;
  shapes: ShapeLibrary;
  /** The query parameters that pages have. */
  pageParameters: ReadonlySet<string>;
  /** Whether a person names the field, so that any required argument can be the key of an object. */
  takesAnyKey?: boolean;
}

/** Collects the variables of an operation, each with a name of its own. */
export class VariableCollector {
  readonly variables: Variable[] = [];
  files: Inputs['files'];
  readonly #reserved: ReadonlySet<string>;
  readonly #noun: Words;

  /** `reserved` are names that have another meaning, such as those of pages; `noun` is that of the object whose inputs these are. */
  constructor({ reserved = new Set(), noun = [] }: { reserved?: ReadonlySet<string>; noun?: Words } = {}) {
    this.#reserved = reserved;
    this.#noun = noun;
  }

  /** A variable for an argument or an input field: `$name`. */
  add(input: InputValue, { name = input.name, required = isRequired(input), owner = '', directive = '' } = {}): string {
    if (holdsUpload(input))
      this.files = (required && requiresUpload(input)) || this.files === 'REQUIRED' ? 'REQUIRED' : 'OPTIONAL';
    const type = required ? new GraphQLNonNull(getNullableType(input.type)) : getNullableType(input.type);
    const words = splitWords(name);
    const prefixes = [splitWords(owner), this.#noun, [...this.#noun, ...splitWords(owner)]];
    const isFree = (candidate: string) => !this.has(candidate) && !this.#reserved.has(candidate);
    const candidates = [spellId(name), ...prefixes.map((prefix) => camelCase([...prefix, ...words]))];
    let unique = candidates.find(isFree) ?? camelCase(['other', ...words]);
    while (!isFree(unique)) unique = camelCase(['other', ...splitWords(unique)]);
    this.variables.push({ name: unique, type: String(type), ...(directive !== '' && { directive }) });
    return `$${unique}`;
  }

  has(name: string): boolean {
    return this.variables.some((variable) => variable.name === spellId(name));
  }
}
