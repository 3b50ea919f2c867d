// The drafts of fields: of root fields, and of fields of objects that a query reads.
import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isLeafType } from 'graphql';
import { type Draft, type DraftContext, type Skip, VariableCollector } from './Draft.ts';
import { draftMutation } from './mutations/draftMutation.ts';
import { kebabCase, pluralNoun, singularNoun } from './naming/inflection.ts';
import { pascalCase, splitWords } from './naming/words.ts';
import { draftQuery, selectItems } from './queries/draftQuery.ts';
import { renderQueryArguments } from './queries/renderQueryArguments.ts';
import { fieldWords } from './schema/Nouns.ts';
import {
  type Field,
  describeField,
  describeUnselectable,
  hasFields,
  isInternal,
  isList,
  isRequired,
  selectableFields,
  usableInputs,
} from './schema/fields.ts';
import { findKeys, findOtherKeys } from './schema/inputKeys.ts';
import { isPaged, readConnection } from './schema/readConnection.ts';
import { isRoot } from './schema/relations.ts';

/** A root field of queries or mutations. */
interface RootField {
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

/** The schema coordinates of the fields that an endpoint can query: `Query.user`, `Mutation.createUser`. */
export function listRootFields(schema: GraphQLSchema): string[] {
  return rootFields(schema).map(({ coordinate }) => coordinate);
}

/** The endpoint of a root field, without its route; or why it has none. */
export function draftField({ field, isMutation }: RootField, context: DraftContext): Draft | Skip {
  const draft = (isMutation ? draftMutation : draftQuery)(field, context);
  if ('reason' in draft) return draft;
  // A path must not begin with a version.
  const path = (text: string) => text.replace(/^\/v(?=[1-9]\d*(?:\/|$))/, '/version-');
  return { ...draft, routes: draft.routes.map((route) => ({ ...route, path: path(route.path) })) };
}

/** A field of an object that a query reads by its key, such as `User.posts`. */
interface NestedField {
  coordinate: string;
  owner: GraphQLNamedType;
  field: Field;
}

/** The field with a coordinate such as `User.posts`; undefined where there is none, or it is a root field. */
export function findNested(schema: GraphQLSchema, coordinate: string): NestedField | undefined {
  const [name, fieldName] = coordinate.split('.');
  const owner = schema.getType(name ?? '');
  if (!hasFields(owner) || isRoot(owner, schema)) return undefined;
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
      if (!connection || !(connection.items || isPaged(connection)) || isInternal(field)) return [];
      if (isLeafType(connection.item) || listed.has(connection.item)) return [];
      return [{ coordinate: `${owner.name}.${field.name}`, owner, field }];
    }),
  );
}

/**
 * The GET for a list in an object, `GET /users/{id}/posts` for `User.posts`, or for one object in it:
 * `GET /repositories/{owner}/{name}/issues/{number}` for `Repository.issue(number)`.
 */
export function draftNested({ coordinate, owner, field }: NestedField, context: DraftContext): Draft | Skip {
  const type = getNamedType(field.type);
  const connection = readConnection(field);
  if (!connection && isLeafType(type)) {
    return { reason: 'It is no object and no list; add it to a document that reads the object.' };
  }
  const item = findItem(owner, context);
  if (!item) {
    return {
      reason: `No query reads one ${owner.name} by a key such as its id, so there is no path to place ${field.name} below.`,
    };
  }
  const reserved = isPaged(connection) ? [...context.pageParameters] : [];
  if (item.inputs.variables.some(({ name }) => reserved.includes(name))) {
    return { reason: `The query ${item.field} has an argument with the name of a paging parameter.` };
  }
  const [route] = item.routes;
  const words = fieldWords(field);
  const noun = singularNoun(words);
  const collector = new VariableCollector({
    reserved: new Set([...reserved, ...item.inputs.variables.map(({ name }) => name)]),
    noun,
  });
  const required = usableInputs(field.args).filter(isRequired);
  const known = connection ? [] : findKeys(required, noun, () => true);
  const isNamed = !connection && singularNoun(splitWords(type.name)).join() === noun.join();
  const fields = new Set(selectableFields(type).map(({ name }) => name));
  const keys = known.length > 0 || !isNamed ? known : findOtherKeys(required, (name) => fields.has(name));
  // Another object of one kind, such as the parent of a comment, can be a filter.
  const place = { keys, noun: item.noun, ...(connection && { owner: item.noun }) };
  const inputs = renderQueryArguments(field, place, connection, collector);
  if ('reason' in inputs) return inputs;
  const selection = connection ? selectItems(connection, context) : context.shapes.select(type);
  if (!selection) return { reason: describeUnselectable(connection?.item ?? type) };
  const args = inputs.arguments.length > 0 ? `(${inputs.arguments.join(', ')})` : '';
  const placeholders = keys.map(({ name }) => `{${inputs.keys.get(name)}}`);
  const path = [route!.path, kebabCase(keys.length > 0 ? pluralNoun(words) : words), ...placeholders].join('/');
  const subject = connection ? 'List the' : keys.length > 0 ? 'Get one' : 'Get the';
  return {
    coordinate,
    noun: item.noun,
    kind: connection ? 'list' : keys.length > 0 ? 'item' : 'single',
    routes: [{ method: 'GET', path }],
    // A list with pages keeps the route, beside one without.
    rank: isPaged(connection) ? 70 : 71,
    names: [`${connection ? 'list' : 'get'}${pascalCase([...item.noun, ...words])}`],
    description: describeField(field, `${subject} ${words.join(' ')} of one ${item.noun.join(' ')}.`),
    inputs: { arguments: item.inputs.arguments, variables: [...item.inputs.variables, ...collector.variables] },
    comment: inputs.comment,
    field: item.field,
    selection: `@unwrap { ${field.name} ${args} ${selection.text} }`,
    ...(connection && isPaged(connection) && { connection }),
    shapes: selection.uses,
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
