import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';
import type { DirectiveArguments } from './directives.ts';

/** One endpoint as its file declares it, not yet checked against the schema. */
export interface EndpointDocument {
  file: string;
  /** Named, and carries `@endpoint`. */
  operation: OperationDefinitionNode & { name: NonNullable<OperationDefinitionNode['name']> };
  endpoint: DirectiveArguments['endpoint'];
  /** The query that is executed before, for values that the operation needs and a client does not know. */
  lookup: OperationDefinitionNode | undefined;
  /** Fragments that the file itself defines; they win over the version's shapes. */
  fragments: readonly FragmentDefinitionNode[];
  description: string | undefined;
}

/** Whether requests of a method are read with a body. */
export function takesBody(method: string): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** What makes two documents the same endpoint: the method and the path, whatever its placeholders are called. */
export function routeKey({ method, path }: { method: string; path: string }): string {
  return `${method} ${routePath(path)}`;
}

/** A path without the names of its placeholders. */
export function routePath(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
