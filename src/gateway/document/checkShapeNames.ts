import { type GraphQLSchema, isInputObjectType } from 'graphql';
import type { ReportDiagnostic } from '../errors/Diagnostic.ts';
import type { Version } from './Version.ts';

/** The names of the components that every OpenAPI document has. */
export const RESERVED = new Set([
  'Error',
  'Problem',
  'OffsetPagination',
  'OffsetPaginationAndCursor',
  'PagePagination',
  'PagePaginationAndCursor',
  'CursorPagination',
]);

/** Refuses a shape with the name of another component of the OpenAPI document. */
export function checkShapeNames({ shapes }: Version, schema: GraphQLSchema, report: ReportDiagnostic): void {
  for (const [name, shape] of shapes) {
    const listed = name.endsWith('List') ? name.slice(0, -'List'.length) : '';
    const owner = RESERVED.has(name)
      ? 'a component of every OpenAPI document'
      : shapes.has(listed)
        ? `the component for lists of the shape "${listed}"`
        : isInputObjectType(schema.getType(name))
          ? 'the component for the input object'
          : undefined;
    if (owner === undefined) continue;
    report(shape.name, `The shape "${name}" has the name of ${owner}.`, 'Rename the shape and its file.');
  }
}
