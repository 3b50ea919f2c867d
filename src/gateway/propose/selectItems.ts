import { isLeafType } from 'graphql';
import type { DraftContext } from './DraftContext.ts';
import type { Selection } from './ShapeLibrary.ts';
import type { Connection } from './schema/readConnection.ts';

/** The directive of a list, and what is selected in it; undefined where nothing can be. */
export function selectItems(connection: Connection, { shapes }: DraftContext): Selection | undefined {
  const isLeafList = isLeafType(connection.item);
  const selection = isLeafList
    ? { text: '', uses: [], required: [], size: 1 }
    : shapes.select(connection.item, 'summary');
  return selection && { ...selection, text: listText(connection, selection.text) };
}

/** The directive of a list, and what is in it. */
export function listText(connection: Connection, selection: string): string {
  const directive = connection.styles.length > 0 ? '@paginate' : connection.items ? '@unwrap' : '';
  return `${directive} ${connection.items ? itemsText(connection, selection) : selection}`.trim();
}

function itemsText({ items, names }: Connection, selection: string): string {
  if (items === 'edges') return `{ ${names.edges ?? 'edges'} @unwrap { node ${selection} } }`;
  const [...path] = (names.nodes ?? 'nodes').split('.');
  return `{ ${path.join(' { ')} ${selection} ${'}'.repeat(path.length - 1)} }`;
}
