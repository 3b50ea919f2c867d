import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { InputPath } from './InputPath.ts';

/**
 * Turns one input into the value of a variable as JSON (custom scalars and enum names not yet parsed). What is wrong is
 * added to `problems` under `path`, and the value that is answered then means nothing. Nothing more is read once
 * `problems` is full.
 */
export type Coerce<Input> = (input: Input, path: InputPath, problems: ProblemCollector) => unknown;
