import type { GraphQLObjectType } from 'graphql';
import { type AssembledDocument, assembleDocument } from '../document/assembleDocument.ts';
import { checkEndpoint } from '../document/checkEndpoint.ts';
import { checkIneffectiveDirectives } from '../document/checkIneffectiveDirectives.ts';
import type { EndpointDocument } from '../document/EndpointDocument.ts';
import { parsePathTemplate } from '../document/parsePathTemplate.ts';
import { checkFragments, validateDocument } from '../document/validateDocument.ts';
import type { SharedDefinitions } from '../document/Version.ts';
import type { Segment } from '../plan/Segment.ts';
import type { CompileContext } from './CompileContext.ts';
import { checkSubscription } from './checkSubscription.ts';
import { type CompiledLookup, compileLookup } from './compileLookup.ts';

/** A document that is valid GraphQL, with everything that it spreads. */
export interface CheckedDocument {
  source: EndpointDocument;
  assembled: AssembledDocument;
  segments: readonly Segment[];
  lookup: CompiledLookup | undefined;
  /** The type of its root fields. */
  root: GraphQLObjectType;
}

/** Checks what everything that is compiled relies on: that the document is valid, as is its lookup. */
export function checkDocument(
  source: EndpointDocument,
  version: SharedDefinitions,
  context: CompileContext,
): CheckedDocument | undefined {
  const { operation, endpoint } = source;
  const { schema, vocabulary, conventions, report } = context;
  const assembled = assembleDocument(source, version, report, schema);
  validateDocument(vocabulary, assembled.document, conventions, report);
  checkEndpoint(source, report);
  checkIneffectiveDirectives(assembled, report);
  if (operation.operation === 'subscription') checkSubscription(assembled, context);
  const segments = parsePathTemplate(endpoint.path);
  const lookup = source.lookup && compileLookup(source, source.lookup, version, context);
  const root = schema.getRootType(operation.operation);
  if (!root) report(operation, `The schema has no ${operation.operation} type.`, 'Add it to the schema.');
  checkFragments(source, [...assembled.fragments.keys()], report);
  return 'message' in segments || !root ? undefined : { source, assembled, segments, lookup, root };
}
