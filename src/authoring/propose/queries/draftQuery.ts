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
import { type Connection, readConnection } from '../schema/readConnection.ts';
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
    ...(connection?.styles.length && { reserved: context.pageParameters }),
    noun: singularNoun(place.noun),
  });
  const inputs = renderQueryArguments(field, place, connection, collector);
  if ('reason' in inputs) return inputs;

  const item = connection?.item ?? type;
  const hasErrors = errorMembers(type, schema).length > 0;
  const payload = hasErrors ? readPayload(field.type, [place.noun], context) : undefined;
  const selection = isLeafType(item)
    ? { text: '', uses: [], required: [], size: 1 }
    : (payload ?? shapes.select(item, connection ? 'summary' : 'whole'));
  if (!selection) return { reason: describeUnselectable(item) };
  const isPaged = connection !== undefined && connection.styles.length > 0;
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
    selection: connection ? listText(connection, selection.text) : selection.text,
    ...(isPaged && { connection }),
    ...(!connection && isLeaf(field) && { keepsName: true }),
    shapes: selection.uses,
    required: selection.required,
  };
}

/** The directive of a list, and what is selected in it; undefined where nothing can be. */
export function selectItems(connection: Connection, { shapes }: DraftContext): Selection | undefined {
  const isLeafList = isLeafType(connection.item);
  const selection = isLeafList
    ? { text: '', uses: [], required: [], size: 1 }
    : shapes.select(connection.item, 'summary');
  return selection && { ...selection, text: listText(connection, selection.text) };
}

/** The directive of a list, and what is in it. */
function listText(connection: Connection, selection: string): string {
  const directive = connection.styles.length > 0 ? '@paginate' : connection.items ? '@unwrap' : '';
  return `${directive} ${connection.items ? itemsText(connection, selection) : selection}`.trim();
}

function itemsText({ items, names }: Connection, selection: string): string {
  if (items === 'edges') return `{ ${names.edges ?? 'edges'} @unwrap { node ${selection} } }`;
  const [...path] = (names.nodes ?? 'nodes').split('.');
  return `{ ${path.join(' { ')} ${selection} ${'}'.repeat(path.length - 1)} }`;
}
