import { type GraphQLSchema, isInputObjectType } from 'graphql';
import type { Report } from '../errors/Diagnostic.ts';
import type { Version } from './readVersions.ts';

/** What OpenAPI documents call the schemas that every one of them has. */
export const RESERVED = new Set([
  'Error',
  'Problem',
  'OffsetPagination',
  'OffsetPaginationAndCursor',
  'PagePagination',
  'PagePaginationAndCursor',
  'CursorPagination',
]);

/** Refuses a shape whose name would be that of another component of the OpenAPI document. */
export function checkShapeNames({ shapes }: Version, schema: GraphQLSchema, report: Report): void {
  for (const [name, shape] of shapes) {
    const type = schema.getType(name);
    const isList = name.endsWith('List') && shapes.has(name.slice(0, -'List'.length));
    if (!RESERVED.has(name) && !isList && !(type && isInputObjectType(type))) continue;
    const message = `The OpenAPI document has another component named "${name}".`;
    report(shape, message, 'Give the shape another name.');
  }
}
