import type { GraphQLSchema } from 'graphql';
import type { Draft, Skip } from './Draft.ts';
import { draftMutation } from './draftMutation.ts';
import type { DraftContext } from './DraftContext.ts';
import { draftQuery } from './draftQuery.ts';
import type { Field } from './schema/fields.ts';

/** A root field of queries or mutations. */
export interface RootField {
  coordinate: string;
  field: Field;
  isMutation: boolean;
}

export function rootFields(schema: GraphQLSchema): RootField[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({
      coordinate: `${type!.name}.${field.name}`,
      field,
      isMutation: type === schema.getMutationType(),
    })),
  );
}

/** The endpoint of a root field, without its route; or why it has none. */
export function draftField({ field, isMutation }: RootField, context: DraftContext): Draft | Skip {
  const draft = (isMutation ? draftMutation : draftQuery)(field, context);
  if ('reason' in draft) return draft;
  // A path must not begin with a version.
  const path = (each: string) => each.replace(/^\/v(?=[1-9]\d*(?:\/|$))/, '/version-');
  return { ...draft, routes: draft.routes.map((each) => ({ ...each, path: path(each.path) })) };
}
