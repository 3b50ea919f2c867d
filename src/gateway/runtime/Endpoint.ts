import type { DocumentNode, FragmentDefinitionNode, GraphQLSchema } from 'graphql';
import type { Requirements } from '../access/compileRequirements.ts';
import type { Execute } from '../execution/Execute.ts';
import type { Conventions } from '../conventions/Conventions.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import type { Lookup } from '../compile/compileLookup.ts';
import type { Page } from '../compile/compilePage.ts';
import type { Plan } from '../plan/PageRequest.ts';
import type { Input } from '../request/compileInput.ts';
import type { Expand } from '../compile/declareExpands.ts';
import type { Parameter } from '../plan/Parameter.ts';
import type { Locate } from '../compile/compileLocation.ts';
import type { Result } from '../compile/compileResult.ts';
import type { Segment } from '../plan/PathTemplate.ts';

/** Everything that is known of one endpoint of one version once it is compiled; a request only reads it. */
export interface Endpoint {
  version: number;
  document: EndpointDocument;
  conventions: Conventions;
  /** The shapes of the version, by name. */
  shapes: ReadonlyMap<string, FragmentDefinitionNode>;
  schema: GraphQLSchema;
  segments: readonly Segment[];
  parameters: readonly Parameter[];
  expands: readonly Expand[];
  input: Input;
  result: Result;
  requirements: Requirements;
  /** What is looked up before anything else is executed. */
  lookup: (Lookup & { execute: Execute }) | undefined;
  page: Page | undefined;
  /** What is executed: one for each way to ask for a page; one under `PLAIN` where there are no pages. */
  documents: ReadonlyMap<Plan, DocumentNode>;
  /** The same, compiled. */
  executions: ReadonlyMap<Plan, Execute>;
  location: Locate | undefined;
  /** Headers that every success carries: `Deprecation` and the `Link` of its page, `Sunset`, `Cache-Control`. */
  headers: Readonly<Record<string, string>>;
}
