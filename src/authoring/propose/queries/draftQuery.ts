// The endpoint of a query.
import { getNamedType, isAbstractType, isLeafType } from 'graphql';
import { errorMembers } from '../../../gateway/compile/endpoint/checkMutations.ts';
import { type Draft, type DraftContext, type Route, type Skip, VariableCollector } from '../Draft.ts';
import type { Selection } from '../ShapeLibrary.ts';
import { singularNoun } from '../naming/inflection.ts';
import { camelCase } from '../naming/words.ts';
import { readPayload } from '../readPayload.ts';
import { fieldWords } from '../schema/Nouns.ts';
import { type Field, describeField, describeUnselectable, isLeaf } from '../schema/fields.ts';
import { type Connection, isPaged, readConnection } from '../schema/readConnection.ts';
import { placeItem, placeList } from './placeQuery.ts';
import { renderQueryArguments } from './renderQueryArguments.ts';

/** The GET for a root query field. */
export function draftQuery(field: Field, context: DraftContext): Draft | Skip {
  const { schema, shapes } = context;
  const type = getNamedType(field.type);
  if (type === schema.getQueryType()) return { reason: 'It is the query type itself, which Relay 1 needs.' };
  if (/^nodes?$/.test(field.name) && isAbstractType(type)) {
    return { reason: 'Relay reads objects of every type by it; a REST API has a path for each type.' };
  }
  if (/(?:^|_)aggregate|^groupBy/.test(field.name)) {
    return { reason: 'It aggregates objects, which has no common form in REST.' };
  }
  if (/^(?:nodeId|id)$/.test(field.name) && isLeafType(type) && field.args.length === 0)
    return { reason: 'It is the id of the query type itself, for Relay.' };
  const words = fieldWords(field);
  const connection = readConnection(field);
  const place = connection ? placeList(field, { words, connection }, context) : placeItem(field, words, context);

  const collector = new VariableCollector({
    ...(isPaged(connection) && { reserved: context.pageParameters }),
    noun: singularNoun(place.noun),
  });
  const inputs = renderQueryArguments(field, place, connection, collector);
  if ('reason' in inputs) return inputs;

  const hasErrors = !connection && errorMembers(type, schema).length > 0;
  const payload = hasErrors ? readPayload(field.type, [place.noun], context) : undefined;
  const selection = connection ? selectItems(connection, context) : (payload ?? shapes.select(type));
  if (!selection) return { reason: describeUnselectable(connection?.item ?? type) };
  const path = place.path(place.keys.map((key) => inputs.keys.get(key.name)!));
  const routes: Route[] = [path, ...place.otherPaths].map((route) => ({ method: 'GET', path: route }));
  return {
    coordinate: `${schema.getQueryType()!.name}.${field.name}`,
    noun: place.noun,
    kind: place.kind,
    routes,
    rank: place.rank,
    names: [...place.names, camelCase(words)],
    ...(!connection && { entity: payload?.entity?.name ?? type.name }),
    description: describeField(field, place.fallback),
    inputs: { arguments: inputs.arguments, variables: collector.variables },
    comment: inputs.comment,
    field: field.name,
    selection: selection.text,
    ...(connection && isPaged(connection) && { connection }),
    ...(!connection && isLeaf(field) && { keepsName: true }),
    shapes: selection.uses,
  };
}

/** The directive of a list, and what is selected in it; undefined where nothing can be. */
export function selectItems(connection: Connection, { shapes }: DraftContext): Selection | undefined {
  const selection = shapes.select(connection.item, 'summary');
  if (!selection) return undefined;
  const directive = isPaged(connection) ? '@paginate' : connection.items ? '@unwrap' : '';
  const text = connection.items ? itemsText(connection, selection.text) : selection.text;
  return { ...selection, text: `${directive} ${text}`.trim() };
}

function itemsText({ items, names }: Connection, selection: string): string {
  if (items === 'edges') return `{ ${names.edges ?? 'edges'} @unwrap { node ${selection} } }`;
  const [...path] = (names.nodes ?? 'nodes').split('.');
  return `{ ${path.join(' { ')} ${selection} ${'}'.repeat(path.length - 1)} }`;
}
