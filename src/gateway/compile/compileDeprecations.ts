// The deprecated parts of an endpoint: parameters, properties of its body and fields of its response whose elements of the schema have
// `@deprecated`, the dates in their reasons, and what a request names to choose such a field.
import { type FieldNode, Kind } from 'graphql';
import * as z from 'zod';
import { SELECTION } from '../plan/conventions/pageBody.ts';
import type { DeprecatedField, DeprecatedParameter, DeprecationPlan } from '../plan/DeprecationPlan.ts';
import type { EndpointPlan, ExpandPlan, SelectableProperty } from '../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../plan/ParameterPlan.ts';
import { type ResultPlan, endOf, responsePath } from '../plan/ResultPlan.ts';
import { type Shape, type WireProperty, wireProperties } from '../plan/Shape.ts';
import { type TypeTable, typeName } from '../plan/TypeTable.ts';
import type { CompileContext } from './CompileContext.ts';
import type { CheckedDocument } from './endpoint/checkDocument.ts';
import { onlySelection, walkFields } from './response/collectFields.ts';

type Choice = NonNullable<DeprecatedField['chosenBy']>[number];

/** The deprecated parts of an endpoint, parameters first; empty where nothing is deprecated. */
export function compileDeprecations(
  { parameters, result, expands, fields = [] }: Pick<EndpointPlan, 'parameters' | 'result' | 'expands' | 'fields'>,
  checked: CheckedDocument,
  context: CompileContext,
): DeprecationPlan[] {
  const inputs = parameters.flatMap((parameter) => deprecatedInputs(parameter, context.types.table));
  const outputs = deprecatedOutputs(result, context);
  if (outputs.size === 0) return inputs;
  const choices = new Map<string, Choice[]>();
  const add = (path: string, choice: Choice) => choices.set(path, [...(choices.get(path) ?? []), choice]);
  for (const { name, path, properties } of fields) addChoices(properties, { path: responsePath(path), name }, '', add);
  if (expands.length > 0) addExpands(expands, checked, context, add);
  const described = [...outputs].map(([name, { reason, paths }]): DeprecatedField => {
    const chosenBy = paths.flatMap((path) => choices.get(path) ?? []);
    return { kind: 'field', name, reason, ...datesOf(reason), ...(chosenBy.length > 0 && { chosenBy }) };
  });
  return [...inputs, ...described];
}

/** A date behind these words; `Removal on 2027-01-31 UTC` is how GitHub's schema ends a reason. */
const SINCE = /\bsince:? (\d{4}-\d\d-\d\d)\b/i;
const UNTIL = /\b(?:until|removal on|removed on):? (\d{4}-\d\d-\d\d)\b/i;

function datesOf(reason: string): { deprecated?: string; sunset?: string } {
  const [deprecated, sunset] = [SINCE, UNTIL].map((pattern) => pattern.exec(reason)?.[1]);
  const isDate = (text: string | undefined): text is string => text !== undefined && z.regexes.date.test(text);
  return { ...(isDate(deprecated) && { deprecated }), ...(isDate(sunset) && { sunset }) };
}

/** A parameter, and the input fields below it. */
function deprecatedInputs(parameter: ParameterPlan, types: TypeTable): DeprecatedParameter[] {
  const { name, source, deprecated: reason } = parameter;
  const isBody = source === 'body' || source === 'whole';
  const place = isBody ? 'body' : source;
  const path = source === 'body' ? name.split('.') : [];
  const own = reason === undefined ? [] : [{ name, reason, path }];
  const below = isBody && !parameter.constraints.values ? deprecatedFields(parameter.type, path, types) : [];
  return [...own, ...below].map((part) => ({
    kind: 'parameter',
    name: part.name,
    in: place,
    reason: part.reason,
    ...datesOf(part.reason),
    ...(isBody && { path: part.path }),
  }));
}

/** Input objects contain each other in more ways than anyone sends: those of the first levels are looked at. */
const MAX_OBJECTS = 500;

function deprecatedFields(type: string, path: readonly string[], { inputs }: TypeTable) {
  const found: { name: string; reason: string; path: readonly string[] }[] = [];
  const objects = [{ type: typeName(type), path, around: [] as readonly string[] }];
  // Grows while it is iterated over.
  for (const object of objects) {
    if (!Object.hasOwn(inputs, object.type) || object.around.includes(object.type)) continue;
    for (const field of inputs[object.type]!.fields) {
      const at = [...object.path, field.wireName];
      if (field.deprecated !== undefined) found.push({ name: at.join('.'), reason: field.deprecated, path: at });
      if (objects.length === MAX_OBJECTS) continue;
      objects.push({ type: typeName(field.type), path: at, around: [...object.around, object.type] });
    }
  }
  return found;
}

/** By name, from the body or the item of a page, with the response paths. One name of several types is deprecated if all are. */
function deprecatedOutputs(result: ResultPlan, { conventions }: CompileContext) {
  const outputs = new Map<string, { reason: string; paths: string[] }>();
  const others = new Set<string>();
  const end = endOf(result);
  const isItem = end.kind === 'connection' && conventions.page.body !== SELECTION;
  const keys = isItem ? [...end.path, ...(end.node === undefined ? [] : [end.node])] : [];
  visitProperties(isItem ? end.of : end, [...result.dataPath, ...keys], [], ({ deprecated }, path, names) => {
    const name = names.join('.');
    if (deprecated === undefined) return void others.add(name);
    const same = outputs.get(name) ?? { reason: deprecated, paths: [] };
    outputs.set(name, { ...same, paths: [...new Set([...same.paths, responsePath(path)])] });
  });
  for (const name of others) outputs.delete(name);
  return outputs;
}

/** Calls `note` with each property of the JSON, its response keys from the root of the data, and the names that lead to it. */
function visitProperties(
  shape: Shape,
  path: readonly string[],
  names: readonly string[],
  note: (property: WireProperty, path: readonly string[], names: readonly string[]) => void,
): void {
  switch (shape.kind) {
    case 'leaf':
    case 'template':
      return;
    case 'list':
      return visitProperties(shape.of, path, names, note);
    case 'connection':
      return visitProperties(shape.selected, path, names, note);
    case 'wrapped':
      return visitProperties(shape.of, path, [...names, shape.as], note);
    case 'unwrapped':
      return visitProperties(shape.of, [...path, shape.key], names, note);
    default:
      for (const property of wireProperties(shape.kind === 'object' ? shape : shape.of)) {
        const [keys, to] = [
          [...path, ...property.path],
          [...names, property.name],
        ];
        note(property, keys, to);
        visitProperties(property.shape, keys, to, note);
      }
  }
}

/** What a parameter of `@fields` lists. */
function addChoices(
  properties: readonly SelectableProperty[],
  object: { path: string; name: string },
  prefix: string,
  add: (path: string, choice: Choice) => void,
): void {
  for (const property of properties) {
    const path = object.path + responsePath(property.path);
    const value = prefix + property.name;
    // What `@wrap` puts around a value is no field of its own.
    if (property.path.length > 0) add(path, { parameter: object.name, value });
    addChoices(property.properties ?? [], { path, name: object.name }, `${value}.`, add);
  }
}

/** The values of `expand` that are there for a single field. */
function addExpands(
  expands: readonly ExpandPlan[],
  { assembled, root }: CheckedDocument,
  context: CompileContext,
  add: (path: string, choice: Choice) => void,
): void {
  // The name of a value is the beginning of those that turn on its variable as well.
  const byLength = expands.toSorted((one, other) => one.name.length - other.name.length);
  const selection = onlySelection(context.schema, root, assembled.operation.selectionSet);
  walkFields(selection, { schema: context.schema, fragments: assembled.fragments }, (path, occurrences) => {
    const names = new Set(occurrences.flatMap(({ node }) => conditionsOf(node)));
    for (const variable of names) {
      const expand = byLength.find(({ variables }) => variables.includes(variable));
      if (expand) add(responsePath(path), { parameter: context.conventions.expand, value: expand.name });
    }
  });
}

function conditionsOf({ directives = [] }: FieldNode): string[] {
  return directives.flatMap(({ name, arguments: [condition] = [] }) =>
    name.value === 'include' && condition?.value.kind === Kind.VARIABLE ? [condition.value.name.value] : [],
  );
}
