import type { DirectiveArguments } from '../document/directives.ts';

/** The bounds of one value: what `@param` says, on top of what its scalar is known to be. */
export type Constraints = Omit<DirectiveArguments['param'], 'name' | 'in' | 'nullAs' | 'example'>;
