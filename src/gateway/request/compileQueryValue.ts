import { GraphQLList, getNullableType, isLeafType } from 'graphql';
import type { Conventions } from '../conventions/Conventions.ts';
import type { Coerce } from './Coerce.ts';
import { itemsFault } from './compileTextFault.ts';
import type { Parameter } from '../plan/Parameter.ts';
import { compileLeaf } from './compileLeaf.ts';
import { decodeQuery } from '../protocol/parseQuery.ts';

/** Compiles how a query parameter is read from its values as they came. A list is split at literal commas before decoding. */
export function compileQueryValue(parameter: Parameter, conventions: Conventions): Coerce<readonly string[]> {
  const read = compileTextValue(parameter, conventions, decodeQuery);
  const { nullAs } = parameter;
  if (nullAs === undefined) return read;
  return (values, path, problems) =>
    values.length === 1 && decodeQuery(values[0]!) === nullAs ? null : read(values, path, problems);
}

/** Compiles how a header is read; Node has joined repeats by commas. */
export function compileHeaderValue(parameter: Parameter, conventions: Conventions): Coerce<string> {
  const read = compileTextValue(parameter, conventions, (raw) => raw.trim());
  const { nullAs } = parameter;
  return (value, path, problems) => (value === nullAs ? null : read([value], path, problems));
}

function compileTextValue(
  { type, constraints }: Parameter,
  conventions: Conventions,
  toText: (raw: string) => string | undefined,
): Coerce<readonly string[]> {
  const inner = getNullableType(type);
  const isList = inner instanceof GraphQLList;
  const leaf = isList ? getNullableType(inner.ofType) : inner;
  if (!isLeafType(leaf)) return (input) => input; // a mistake, told when the parameter was declared
  const { fromText } = compileLeaf(leaf, constraints, conventions);
  const read: Coerce<string> = (raw, path, problems) => {
    const text = toText(raw);
    if (text !== undefined) return fromText(text, path, problems);
    problems.add(path, 'is not valid percent-encoding of UTF-8');
    return undefined;
  };

  if (!isList) {
    return (values, path, problems) => {
      if (values.length > 1) problems.add(path, 'must be given only once');
      return read(values[0]!, path, problems);
    };
  }
  return (values, path, problems) => {
    const items = values.flatMap((value) => (value === '' ? [] : value.split(',')));
    const message = itemsFault(items.length, constraints);
    if (message !== undefined) problems.add(path, message);
    const below = path.below();
    const texts: unknown[] = [];
    for (let index = 0; index < items.length && !problems.isFull; index++) {
      below.key = index;
      texts.push(read(items[index]!, below, problems));
    }
    return texts;
  };
}
