import type { Shape } from './Shape.ts';

/** The way from the data of an execution to the JSON of a response. */
export interface ResultPlan {
  /** Response keys from the root to the body; empty where several root fields are the body together. */
  dataPath: readonly string[];
  /** The types of the objects at all keys of `dataPath` but the last; absent without any. */
  unwrappedTypes?: readonly string[];
  /** The errors as data of the object at each key of `dataPath`; null where it has none. */
  errorsAt: readonly (ErrorMarkers | null)[];
  /** Errors as data that are the only root field: their key is `dataPath`, and nothing is sent of it. */
  rootErrors?: ErrorMarkers;
  /** The inputs that errors as data can name, those of the innermost field first. */
  tracedInputs?: readonly TracedInput[];
  /** The fields that catch failures; absent for none. */
  catches?: readonly CatchPlan[];
  /** The fields that are never null, although their types in the schema allow it; absent for none. */
  nonNulls?: readonly NonNullPlan[];
  /** The shape of the JSON that is sent. */
  body: Shape;
  /** The name of the root field, where it is kept around the body. */
  wrapper?: string;
  /** Whether something on `dataPath` can be null, which is 404. */
  canBeMissing: boolean;
}

/** Errors as data: fields that hold errors, and object types that are one. They are never sent. */
export interface ErrorMarkers {
  fields: readonly (ErrorPlan & { key: string })[];
  types: readonly (ErrorPlan & { names: readonly string[] })[];
}

/** What an error as data is to a client. */
export interface ErrorPlan {
  /** Unless it has one itself, or the conventions list another for its code. */
  status: number;
  /** Whether its value, or an object in it, can have a `status` of its own. */
  hasStatus?: true;
  /** Unless it has one itself. */
  code?: string;
  /** In place of that of the objects with `isFilled`; `{name}` is a property of it, or of an object that it is in. */
  message?: string;
  /** Where the problems in its value are; absent where the value is the only one. */
  problems?: ProblemsPlan;
}

/** An object of errors as data, and the objects in it that are problems or hold some. */
export interface ProblemsPlan {
  /** Whether it is a problem, if only while there is none in it. */
  isProblem: boolean;
  /** Whether its message is that of the `@error`. */
  isFilled: boolean;
  /** What the placeholders `{data.name}` of the conventions read, by name; absent for none. */
  data?: Readonly<Record<string, Shape>>;
  /** Those at a response key: an object, or a list of objects. */
  below: readonly (ProblemsPlan & { key: string })[];
}

/** An input of a field whose result has errors as data, and the variable that is there. */
export interface TracedInput {
  /** The argument, then input fields and indexes. */
  path: readonly string[];
  variable: string;
}

/** A nullable field that is null where it, or anything in it, fails. See Relay, @catch. */
export interface CatchPlan {
  /** Response keys from the root. */
  path: readonly string[];
  /** Of each of its lists, the outermost first, whether an item can be null: then the innermost such item is, and not the field. */
  nullableItems: readonly boolean[];
}

/** A field that is never null by `@nonNull`, or by the conventions. */
export interface NonNullPlan {
  /** Response keys from the root; each `ITEMS` at its end is for the items of a list. */
  path: readonly string[];
  /** Of the field in the schema: `Issue.title`, and of the items of its list `Issue.labels[]`. */
  coordinate: string;
}

/** The shape of what is sent of the value at the end of `dataPath`. */
export function endOf({ body, wrapper }: ResultPlan): Shape {
  return wrapper !== undefined && body.kind === 'object' ? body.properties[0]!.shape : body;
}

/** The shape of the value at the end of `dataPath`, without the objects of `@wrap` that it is sent in. */
export function valueShape(result: ResultPlan): Shape {
  let shape = endOf(result);
  while (shape.kind === 'wrapped') shape = shape.of;
  return shape;
}

/** All errors as data. */
export function listErrors({ errorsAt, rootErrors }: ResultPlan): readonly ErrorPlan[] {
  const markers = [...errorsAt, rootErrors].filter((marker) => marker != null);
  return markers.flatMap(({ fields, types }) => [...fields, ...types]);
}

/** Under which key an object that can be an error has the name of its type. */
export const TYPE_KEY = '_type';

/** A value of the data that is sent as a header of a success. */
export interface HeaderPlan {
  /** As it is written in the document. */
  name: string;
  /** The response keys from the root of the data. */
  path: readonly string[];
  /** The name of a scalar or an enum. */
  type: string;
  /** Whether every success has it. */
  required: boolean;
  description?: string;
}

/** A Boolean or an enum of the data that chooses the status of a success. */
export interface StatusPlan {
  /** The response keys from the root of the data. */
  path: readonly string[];
  /** The statuses by its values as texts. */
  values: Readonly<Record<string, number>>;
}

/**
 * A part of a `Location`: text, percent-encoded already; the wire name of a path parameter; the path of a property in the body;
 * or, alone, the path of a URL in the body. That of `{+name}` keeps its slashes.
 */
export type LocationPart =
  | string
  | { parameter: string; keepsSlashes?: true }
  | { property: readonly string[]; keepsSlashes?: true }
  | { url: readonly string[] };

/** Response keys as one text, each behind a slash: `/user/author`. */
export function responsePath(keys: readonly string[]): string {
  return keys.map((key) => `/${key}`).join('');
}
