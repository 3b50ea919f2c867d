import type { GraphQLObjectType } from 'graphql';
import { foldName } from './foldName.ts';

/** The field with the object that an input names by its id: `author` of `authorId`, `tags` of `tagIds`. */
export function referenceField(target: GraphQLObjectType, name: string) {
  const prefix = /^(.+?)_?ids?$/i.exec(name)?.[1];
  if (prefix === undefined) return undefined;
  const folded = foldName(prefix);
  const find = (wanted: string) => Object.values(target.getFields()).find((field) => foldName(field.name) === wanted);
  return (name.endsWith('s') ? find(`${folded}s`) : undefined) ?? find(folded);
}
