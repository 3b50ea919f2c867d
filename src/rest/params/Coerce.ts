import type { Problem } from '../../errors/ServiceError.ts';

/**
 * Turns one input into the value of a variable as JSON (custom scalars and enum names not yet parsed). What is wrong is
 * added to `problems` under `field`, and the value that is answered then means nothing.
 */
export type Coerce<Input> = (input: Input, field: string, problems: Problem[]) => unknown;
