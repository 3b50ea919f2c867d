import type { FieldSelection } from '../request/FieldSelection.ts';
import type { Variables } from '../request/Variables.ts';

/** What a body has of its request. */
export interface BodyContext {
  /** Those of the request. */
  variables: Variables;
  /** The beginning of every address in the response. */
  base: string;
  /** What is sent of an object, by the parameter of its `@fields`; absent: everything. */
  sent?: FieldSelection['sent'] | undefined;
}
