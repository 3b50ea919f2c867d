import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql';
import type { Draft, Skip, Variable } from './Draft.ts';
import { VariableCollector } from './VariableCollector.ts';
import { type RootField, draftField, rootFields } from './draftField.ts';
import type { DraftContext } from './DraftContext.ts';
import { selectItems } from './selectItems.ts';
import { kebabCase, singularNoun } from './naming/nouns.ts';
import { type Field, isInternal, isList, selectableFields } from './schema/fields.ts';
import { fieldWords } from './schema/fieldWords.ts';
import { readConnection } from './schema/readConnection.ts';
import { renderQueryArguments } from './renderQueryArguments.ts';
import { describe } from './text/describe.ts';

/** A field of an object that a query reads by its key, such as `User.posts`. */
export interface NestedField {
  coordinate: string;
  owner: GraphQLNamedType;
  field: Field;
}

/** The field with a coordinate such as `User.posts`; undefined where there is none, or it is a root field. */
export function findNested(schema: GraphQLSchema, coordinate: string): NestedField | undefined {
  const [name, fieldName] = coordinate.split('.');
  const owner = schema.getType(name ?? '');
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  if (!(isObjectType(owner) || isInterfaceType(owner)) || (roots as unknown[]).includes(owner)) return undefined;
  const field = owner.getFields()[fieldName ?? ''];
  return field && { coordinate, owner, field };
}

/** The lists with pages, in objects with a key, of items that no root query lists: nothing else reads them. */
export function unreadLists(schema: GraphQLSchema): NestedField[] {
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {});
  const listed = new Set(roots.flatMap((field) => readConnection(field)?.item ?? []));
  const owners = new Set(
    roots.filter((field) => field.args.length > 0 && !isList(field)).map(({ type }) => getNamedType(type)),
  );
  return [...owners].flatMap((owner) =>
    selectableFields(owner).flatMap((field) => {
      const connection = readConnection(field);
      const isPaged = connection !== undefined && (connection.items !== undefined || connection.styles.length > 0);
      if (!isPaged || isInternal(field) || isLeafType(connection.item) || listed.has(connection.item)) return [];
      return [{ coordinate: `${owner.name}.${field.name}`, owner, field }];
    }),
  );
}

/** The GET for a list in an object: `GET /users/{id}/posts` for `User.posts`. */
export function draftNested({ coordinate, owner, field }: NestedField, context: DraftContext): Draft | Skip {
  const connection = readConnection(field);
  if (!connection) return { reason: 'It is not a list; add it to a document that reads the object.' };
  const item = findItem(owner, context);
  if (!item) {
    return {
      reason: `No query reads one ${owner.name} by a key such as its id, so there is no path to place ${field.name} below.`,
    };
  }
  const given = item.inputs.variables.map(({ name }) => name);
  if (given.some((name) => context.pageParameters.has(name))) {
    return { reason: `The query ${item.field} has an argument with the name of a paging parameter.` };
  }
  const [route] = item.routes;
  const isKey = ({ name }: Variable) => route!.path.includes(`{${name}}`);
  const collector = new VariableCollector({
    reserved: new Set([
      ...(connection.styles.length > 0 ? context.pageParameters : []),
      ...item.inputs.variables.filter(isKey).map(({ name }) => name),
    ]),
    noun: singularNoun(fieldWords(field)),
    shared: item.inputs.variables.filter((each) => !isKey(each)),
  });
  const place = {
    ...({
      kind: 'list',
      noun: item.noun,
      owner: item.noun,
      keys: [],
      otherPaths: [],
      rank: 70,
      names: [],
      fallback: '',
    } as const),
    path: () => '',
  };
  const inputs = renderQueryArguments(field, place, connection, collector);
  if ('reason' in inputs) return inputs;
  const selection = selectItems(connection, context);
  if (!selection) return { reason: `No field of ${connection.item.name} can be selected without arguments.` };
  const words = fieldWords(field);
  return {
    coordinate,
    noun: item.noun,
    kind: 'list',
    routes: [{ method: 'GET', path: `${route!.path}/${kebabCase(words)}` }],
    rank: place.rank,
    names: [`list${[...item.noun, ...words].map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}`],
    description: describe(field, `List the ${words.join(' ')} of one ${item.noun.join(' ')}.`),
    inputs: { arguments: item.inputs.arguments, variables: [...item.inputs.variables, ...collector.variables] },
    comment: inputs.comment,
    field: item.field,
    selection: `@unwrap { ${field.name} ${inputs.arguments.length > 0 ? `(${inputs.arguments.join(', ')})` : ''} ${selection.text} }`,
    ...(connection.styles.length > 0 && { connection }),
    shapes: selection.uses,
    required: [],
  };
}

/** The GET of one object of a type by a key in the path, the most natural one. */
function findItem(owner: GraphQLNamedType, context: DraftContext): Draft | undefined {
  const isItem = ({ field, isMutation }: RootField) =>
    !isMutation && getNamedType(field.type) === owner && !isList(field) && field.deprecationReason == null;
  const drafts = rootFields(context.schema)
    .filter(isItem)
    .flatMap((root) => {
      const draft = draftField(root, context);
      const isKeyed =
        !('reason' in draft) && draft.kind === 'item' && /^\/[^{}]+(?:\/\{\w+\})+$/.test(draft.routes[0]!.path);
      return isKeyed ? [draft] : [];
    });
  return drafts.toSorted((a, b) => a.rank - b.rank)[0];
}
