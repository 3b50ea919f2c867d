import type { GraphQLSchema } from 'graphql';
import type { ShapeLibrary } from './ShapeLibrary.ts';
import type { Nouns } from './schema/Nouns.ts';

/** What drafts of one schema have in common. */
export interface DraftContext {
  schema: GraphQLSchema;
  nouns: Nouns;
  shapes: ShapeLibrary;
  /** The query parameters that pages have. */
  pageParameters: ReadonlySet<string>;
}
