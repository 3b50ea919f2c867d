import type { BodyContext } from './BodyContext.ts';

/** Turns a value of an execution's data into that of the body. `around` is the object that it is selected on. */
export type ToBody = (value: never, context: BodyContext, around?: DataObject) => unknown;

/** An object in the data. */
export type DataObject = Readonly<Record<string, never>>;
