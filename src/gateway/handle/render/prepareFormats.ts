// The representations of a result other than JSON: rows of a list, the text of a scalar, and bytes.
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { EndpointPlan } from '../../plan/EndpointPlan.ts';
import { endOf } from '../../plan/ResultPlan.ts';
import { isBytes } from '../../plan/Shape.ts';
import { writeJson } from '../../http/losslessJson.ts';
import { essenceOf, isJsonType, parseMediaType } from '../../http/mediaTypes.ts';
import { prepareBody, prepareItems } from './prepareBody.ts';
import { type Rows, prepareCsv } from './prepareCsv.ts';
import { type BodyContext, prepareLeafValue, toText, valueAt } from './values.ts';

/** One representation of the value at the end of the data path. */
export interface Format {
  /** The media type with its parameters. */
  contentType: string;
  /** Whether it is a file, which browsers save. */
  isFile: boolean;
  render(value: unknown, context: BodyContext): string | Uint8Array;
  /** Absent where it is no list. */
  list?: RowFormat;
}

/** A list as text that can be written in parts. */
export interface RowFormat {
  /** What comes before the first row. */
  begin(context: BodyContext): string;
  /** The text of at most `max` rows, and the number of all. */
  rows(list: unknown, context: BodyContext, max?: number): Rows;
}

/** Prepares the formats of an endpoint by media type, each at its first use; undefined for types of JSON. */
export function prepareFormats(plan: EndpointPlan, version: VersionPlan): (mediaType: string) => Format | undefined {
  if (plan.produces?.every(isJsonType) ?? true) return () => undefined;
  const formats = new Map<string, Format | undefined>();
  return (mediaType) => {
    if (!formats.has(mediaType)) formats.set(mediaType, prepareFormat(mediaType, plan, version));
    return formats.get(mediaType);
  };
}

function prepareFormat(mediaType: string, plan: EndpointPlan, version: VersionPlan): Format | undefined {
  if (isJsonType(mediaType)) return undefined;
  const contentType = withCharset(mediaType);
  const end = endOf(plan.result);
  if (isBytes(end, version.conventions)) {
    return { contentType: mediaType, isFile: true, render: decodeBytes };
  }
  if (end.kind === 'leaf') {
    const toWire = prepareLeafValue(end, version);
    return {
      contentType,
      isFile: false,
      render: (value, context) => toText(toWire ? toWire(value as never, context) : value),
    };
  }
  const list = essenceOf(mediaType).toLowerCase() === 'text/csv' ? csvOf(plan, version) : jsonLinesOf(plan, version);
  return {
    contentType,
    isFile: false,
    render: (value, context) => list.begin(context) + list.rows(value, context).text,
    list,
  };
}

/** A type of text is UTF-8, and CSV has its header row, unless the type says otherwise. See RFC 6657 and RFC 4180, section 3. */
function withCharset(mediaType: string): string {
  const { type, subtype, parameters } = parseMediaType(mediaType)!;
  if (type !== 'text' || parameters.size > 0) return mediaType;
  return `${mediaType}; charset=utf-8${subtype === 'csv' ? '; header=present' : ''}`;
}

/** Bytes may be those of a resolver, which GraphQL has as base64. See RFC 4648, section 4. */
function decodeBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  const text = String(value).replaceAll(/\s/g, '');
  if (/^[\w+/-]*={0,2}$/.test(text)) return Buffer.from(text, 'base64');
  throw new TypeError('A value of the format byte is not base64.');
}

function csvOf(plan: EndpointPlan, version: VersionPlan): RowFormat {
  const end = endOf(plan.result);
  if (end.kind !== 'connection' && end.kind !== 'list') throw new TypeError(`${plan.name} is no list.`);
  const csv = prepareCsv(plan, end.of, version);
  const itemsOf = (value: unknown): readonly unknown[] => {
    if (end.kind === 'list') return (value ?? []) as readonly unknown[];
    const { path, node } = end;
    const list = (valueAt(value, path) ?? []) as readonly (Record<string, unknown> | null)[];
    return node === undefined ? list : list.map((entry) => entry?.[node] ?? null);
  };
  return { begin: csv.header, rows: (value, context, max) => csv.rows(itemsOf(value), context, max) };
}

/** One JSON text on each line. See https://jsonlines.org */
function jsonLinesOf({ result }: EndpointPlan, version: VersionPlan): RowFormat {
  const end = endOf(result);
  const whole = end.kind === 'connection' ? undefined : prepareBody(end, version);
  const toItems =
    end.kind === 'connection'
      ? prepareItems(end, version)
      : (value: unknown, context: BodyContext) =>
          ((whole ? whole(value as never, context) : value) ?? []) as readonly unknown[];
  return {
    begin: () => '',
    rows(value, context, max) {
      const items = toItems(value, context);
      let text = '';
      for (const item of items.slice(0, max)) text += `${writeJson(item)}\n`;
      return { text, count: items.length };
    },
  };
}
