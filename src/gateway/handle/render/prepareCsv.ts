// Lists of objects as CSV, by the shape of their items: one function for each column, from the data to its text. See RFC 4180.
import { type DocumentNode, Kind, type SelectionSetNode, parse } from 'graphql';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { TYPE_KEY, endOf } from '../../plan/ResultPlan.ts';
import { type LeafShape, type Shape, wireProperties } from '../../plan/Shape.ts';
import type { TypeContext } from '../../plan/bounds.ts';
import { writeJson } from '../../http/losslessJson.ts';
import type { Variables } from '../../plan/values/coercion.ts';
import { type BodyContext, type DataObject, prepareLeafValue, prepareTemplateValue } from './values.ts';

/** Items as the text of one format. */
export interface Rows {
  text: string;
  /** Of the items, those that are cut included. */
  count: number;
}

/** Prepares the header row of a list, and the rows of some of its items; null items have none. */
export function prepareCsv(plan: EndpointPlan, items: Shape, types: TypeContext) {
  const columns = mergeColumns(columnsOf(items, rootPlace(plan), types));
  const conditions = readConditions(plan, columns);
  const escape = types.conventions.page.csvFormulas === 'escape' ? escapeFormula : (text: string) => text;
  const headers = columns.map(({ name }) => quote(escape(name)));
  const unselected = new Set<unknown>(items.kind === 'object' ? items.unselected : []);
  const selected = (context: BodyContext) =>
    conditions ? columns.flatMap((_, index) => (conditions[index]!(context) ? index : [])) : [...columns.keys()];
  return {
    header: (context: BodyContext): string =>
      `${selected(context)
        .map((index) => headers[index])
        .join(',')}\r\n`,
    rows(list: readonly unknown[], context: BodyContext, max = Infinity): Rows {
      const reads = selected(context).map((index) => columns[index]!.read);
      let text = '';
      let count = 0;
      for (const item of list as readonly (DataObject | null)[]) {
        if (item === null || unselected.has(item[TYPE_KEY]) || ++count > max) continue;
        let row = '';
        for (let index = 0; index < reads.length; index++) {
          const cell = reads[index]!(item, context) ?? '';
          row = index === 0 ? cell : `${row},${cell}`;
        }
        // An empty line is no record to most readers.
        text += row === '' ? '""\r\n' : `${row}\r\n`;
      }
      return { text, count };
    },
  };
}

/** The text of a column; undefined where the item does not have it. */
type ReadCell = (item: DataObject, context: BodyContext) => string | undefined;

interface Column {
  name: string;
  read: ReadCell;
  /** Response keys from the root of the data, one for each of the properties with its name. */
  paths: readonly (readonly string[])[];
  sent: Place['sent'];
}

/** Reads a value of an item. */
type Access = (item: DataObject) => unknown;

/** Where a value is. */
interface Place {
  /** The names in JSON that lead to it. */
  names: readonly string[];
  /** Response keys from the root of the data. */
  path: readonly string[];
  value: Access;
  /** The object that it is selected on. */
  around: Access;
  /** The parameters of `@fields` that can leave it out, and its names below the object of each. */
  sent: readonly { fields: string; names: readonly string[] }[];
}

function rootPlace({ result }: EndpointPlan): Place {
  const end = endOf(result);
  const below = end.kind === 'connection' ? [...end.path, ...(end.node === undefined ? [] : [end.node])] : [];
  const itself: Access = (item) => item;
  return { names: [], path: [...result.dataPath, ...below], value: itself, around: itself, sent: [] };
}

function columnsOf(shape: Shape, place: Place, types: TypeContext): Column[] {
  switch (shape.kind) {
    case 'leaf': {
      const toCell = prepareCell(shape, types);
      const { value } = place;
      return [columnAt(place, (item, context) => toCell(value(item), context))];
    }
    case 'template': {
      const template = prepareTemplateValue(shape, types);
      const toCell = prepareText(types);
      const { value, around } = place;
      return [
        columnAt(place, (item, context) => {
          const leaf = value(item);
          if (leaf === undefined) return undefined;
          return toCell(template(leaf as never, context, around(item) as DataObject));
        }),
      ];
    }
    case 'unwrapped':
      return columnsOf(shape.of, stepInto(place, [shape.key], place.around), types);
    case 'wrapped':
      return columnsOf(shape.of, nameInto(place, shape.as), types);
    case 'group':
      return columnsOf(shape.of, place, types);
    case 'object': {
      const { fields, unselected } = shape;
      const value = unselected === undefined ? place.value : selectedOf(place.value, new Set(unselected));
      const sent = fields === undefined ? place.sent : [...place.sent, { fields, names: [] }];
      return wireProperties(shape).flatMap((property) => {
        const object = { ...place, value, sent };
        const around = stepInto(object, property.path.slice(0, -1), object.around).value;
        return columnsOf(property.shape, nameInto(stepInto(object, property.path, around), property.name), types);
      });
    }
    default:
      // A list, which no CSV has, or what is no value.
      return [];
  }
}

function columnAt({ names, path, sent }: Place, read: ReadCell): Column {
  return { name: names.join('.'), read, paths: [path], sent };
}

function nameInto(place: Place, name: string): Place {
  const sent = place.sent.map(({ fields, names }) => ({ fields, names: [...names, name] }));
  return { ...place, names: [...place.names, name], sent };
}

function stepInto(place: Place, keys: readonly string[], around: Access): Place {
  return { ...place, path: [...place.path, ...keys], value: keys.reduce(stepTo, place.value), around };
}

function stepTo(outer: Access, key: string): Access {
  return (item) => {
    const object = outer(item) as DataObject | null | undefined;
    if (object === null || object === undefined) return object;
    return key === '__proto__' && !Object.hasOwn(object, key) ? undefined : object[key];
  };
}

/** An object of a type of which nothing is selected counts as null. */
function selectedOf(outer: Access, unselected: ReadonlySet<unknown>): Access {
  return (item) => {
    const object = outer(item) as DataObject | null | undefined;
    return object && unselected.has(object[TYPE_KEY]) ? null : object;
  };
}

/** Properties of one name, each of other types, are one column. */
function mergeColumns(columns: readonly Column[]): Column[] {
  const byName = new Map<string, Column>();
  for (const column of columns) {
    const first = byName.get(column.name);
    const merged = first && {
      ...first,
      read: (item: DataObject, context: BodyContext) => first.read(item, context) ?? column.read(item, context),
      paths: [...first.paths, ...column.paths],
    };
    byName.set(column.name, merged ?? column);
  }
  return [...byName.values()];
}

type ToCell = (value: unknown, context: BodyContext) => string | undefined;

/** Prepares the text of a scalar or an enum; an absent one has none. */
function prepareCell(shape: LeafShape, types: TypeContext): ToCell {
  const { type } = types.conventions.scalars[shape.type] ?? {};
  const isNumber = type === 'integer' || type === 'number' || /^(?:Int|Float|Boolean)$/.test(shape.type);
  const toText = isNumber ? textOf : prepareText(types);
  const change = prepareLeafValue(shape, types);
  if (!change) return (value) => (value === undefined ? undefined : toText(value));
  return (value, context) => {
    if (value === undefined) return undefined;
    return toText(value === null ? null : change(value as never, context));
  };
}

/**
 * Prepares the text of a value that may be a formula to a spreadsheet. It is escaped only where the conventions say so, because a program
 * that reads the file gets another value then.
 */
function prepareText({ conventions }: TypeContext): (value: unknown) => string {
  if (conventions.page.csvFormulas !== 'escape') return textOf;
  return (value) => textOf(typeof value === 'string' ? escapeFormula(value) : value);
}

/** The text of a JSON value: null is empty, and what is no scalar is JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const json = writeJson(value);
  return quote(json.startsWith('"') ? (JSON.parse(json) as string) : json);
}

/** RFC 4180, section 2, rules 5 to 7. An empty text is quoted, so that it differs from null, as in PostgreSQL. */
function quote(text: string): string {
  if (text === '') return '""';
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** See https://owasp.org/www-community/attacks/CSV_Injection */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** Prepares of each column whether a request selects it; undefined where every request selects all. */
function readConditions(
  { operations }: EndpointPlan,
  columns: readonly Column[],
): ((context: BodyContext) => boolean)[] | undefined {
  const document = parse(Object.values(operations)[0]!, { noLocation: true });
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue?.kind === Kind.BOOLEAN && defaultValue.value,
    ]),
  );
  const isMet = ({ variable, is }: Condition, variables: Variables) =>
    (typeof variable === 'boolean' ? variable : (variables[variable] ?? defaults.get(variable) ?? false)) === is;
  const conditions = columns.map(({ paths, sent }) => {
    const found = paths.flatMap((path) => alternativesAt(document, operation.selectionSet, path));
    const isAlways = found.some((all) => all.length === 0);
    if (isAlways && sent.length === 0) return undefined;
    return (context: BodyContext) =>
      (isAlways || found.some((all) => all.every((each) => isMet(each, context.variables)))) &&
      sent.every((below) => isSent(below, context));
  });
  return conditions.some((condition) => condition)
    ? conditions.map((condition) => condition ?? (() => true))
    : undefined;
}

function isSent({ fields, names }: Place['sent'][number], { sent }: BodyContext): boolean {
  let at = sent?.get(fields);
  for (const name of names) {
    const below = at?.get(name);
    if (!at || below === 'whole') return true;
    if (below === undefined) return false;
    at = below;
  }
  return true;
}

/** An `@include` or `@skip`; `variable` is its name, or a constant. */
interface Condition {
  variable: string | boolean;
  is: boolean;
}

/** The conditions of each selection of a response path. */
function alternativesAt({ definitions }: DocumentNode, root: SelectionSetNode, path: readonly string[]): Condition[][] {
  const found: Condition[][] = [];
  const walk = ({ selections }: SelectionSetNode, [key, ...rest]: readonly string[], around: Condition[]): void => {
    for (const node of selections) {
      const all = [...around];
      for (const { name, arguments: [given] = [] } of node.directives ?? []) {
        const is = name.value === 'include';
        if ((!is && name.value !== 'skip') || !given) continue;
        if (given.value.kind === Kind.VARIABLE) all.push({ variable: given.value.name.value, is });
        else if (given.value.kind === Kind.BOOLEAN) all.push({ variable: given.value.value, is });
      }
      if (node.kind === Kind.FIELD) {
        if ((node.alias ?? node.name).value !== key) continue;
        if (node.selectionSet) walk(node.selectionSet, rest, all);
        else found.push(all);
      } else {
        const fragment =
          node.kind === Kind.INLINE_FRAGMENT
            ? node
            : definitions.find((each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === node.name.value);
        if (fragment && 'selectionSet' in fragment) walk(fragment.selectionSet, [key!, ...rest], all);
      }
    }
  };
  walk(root, path, []);
  return found;
}
