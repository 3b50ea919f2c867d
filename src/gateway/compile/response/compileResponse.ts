import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import { type HeaderPlan, type ResultPlan, endOf } from '../../plan/ResultPlan.ts';
import type { CompileContext } from '../CompileContext.ts';
import type { CheckedDocument } from '../endpoint/checkDocument.ts';
import { type CompiledPage, compilePage, pagedConnection } from '../page/compilePage.ts';
import { findTotal } from '../page/findTotal.ts';
import type { PagedField, ShapeContext } from './ShapeContext.ts';
import { type AddedTypeNames, checkAddedNames } from './addTypeNames.ts';
import { collectCatches } from './collectCatches.ts';
import { collectFields, onlySelection } from './collectFields.ts';
import { compileHeaders } from './compileHeaders.ts';
import { compileResult } from './compileResult.ts';
import { compileShape } from './compileShape.ts';
import { collectErrorMarkers } from './errorMarkers.ts';

/** Compiles the selections of an operation to its result, and to its page where it has one. */
export function compileResponse(
  { source, assembled, root }: CheckedDocument,
  parameters: readonly ParameterPlan[],
  compileContext: CompileContext,
): {
  result: ResultPlan;
  page: CompiledPage | undefined;
  headers: readonly HeaderPlan[] | undefined;
  typeNames: AddedTypeNames;
} {
  const { operation } = source;
  const pagedFields: PagedField[] = [];
  const typeNames: AddedTypeNames = new Map();
  const context: ShapeContext = {
    ...compileContext,
    fragments: assembled.fragments,
    ownFragments: new Set(source.fragments.map(({ name }) => name.value)),
    parameters,
    pagedFields,
    typeNames,
  };
  const selection = onlySelection(root, assembled.operation.selectionSet);
  const shape = compileShape([selection], context);
  checkAddedNames([assembled.operation, ...assembled.fragments.values()], typeNames, context.report);
  const errorFields = collectErrorMarkers(context, [selection])?.fields ?? [];
  if (operation.operation === 'mutation' && collectFields(context, [selection]).size + errorFields.length > 1) {
    const message = 'A mutation must have exactly one root field, so that it takes effect as a whole or not at all.';
    context.report(operation, message, 'Split it into several endpoints.');
  }
  const result = compileResult({ source, selection, shape }, context);
  const catches = collectCatches(assembled.document, selection, result, context);
  const paged = pagedConnection(source, pagedFields, endOf(result), context);
  const total = findTotal(assembled.operation, root, pagedFields[0], context);
  const page = paged && compilePage(assembled.document, operation, { ...paged, total }, context);
  const isOnEachPage = page?.plan.fields.total?.byCursor || !page?.plan.limits.styles.includes('CURSOR');
  const sources = { assembled, selection, shape, result, total: total && { ...total, isOnEachPage } };
  const headers = compileHeaders(sources, context);
  return { result: { ...result, ...(catches.length > 0 && { catches }) }, page, headers, typeNames };
}
