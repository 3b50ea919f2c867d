import type { ProblemCollector } from '../errors/ProblemCollector.ts';
import type { InputPath } from './InputPath.ts';

/**
 * Turns one input into the value of a variable as JSON (custom scalars and enum names not yet parsed). Problems are added
 * under `path`; the value that is returned then has no meaning. Nothing more is read once `problems` is full.
 */
export type Coerce<Input> = (input: Input, path: InputPath, problems: ProblemCollector) => unknown;
