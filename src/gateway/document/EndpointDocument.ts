import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';
import type { DirectiveArguments } from './directives.ts';

/** One endpoint as its file declares it, not yet checked against the schema. */
export interface EndpointDocument {
  file: string;
  /** Named, and carries `@endpoint`. */
  operation: OperationDefinitionNode & { name: NonNullable<OperationDefinitionNode['name']> };
  endpoint: DirectiveArguments['endpoint'];
  /** The query that is executed before, for values that the operation needs and a client does not know: that of the file. */
  lookup: OperationDefinitionNode | undefined;
  /** Fragments that the file itself defines; they win over the version's shapes. */
  fragments: readonly FragmentDefinitionNode[];
  description: string | undefined;
}
