import { type GraphQLEnumType, type GraphQLLeafType, isEnumType } from 'graphql';
import type { Conventions } from '../../../conventions/Conventions.ts';
import { scalarConvention } from '../../../conventions/scalarConvention.ts';
import { hashText } from './hashText.ts';
import { LIST_LENGTH, indexOfKey } from './indexOfKey.ts';
import { mockDecimal, mockInteger } from './mockNumber.ts';
import { compileScalar } from './compileScalar.ts';
import { type TextSource, mockText } from './mockText.ts';
import { wordsOf } from './wordsOf.ts';

/** The value of a scalar or an enum by the key of its object. */
export type MakeLeaf = (key: string) => unknown;

const NEGATIVE = new Set(
  'not no deleted removed archived disabled blocked banned locked hidden private expired closed cancelled canceled failed draft suspended spam error errors fork'.split(
    ' ',
  ),
);

/** Compiles the values of a field that is a scalar or an enum, by its name and the type of its object. */
export function compileLeaf(
  type: GraphQLLeafType,
  { typeName, fieldName }: { typeName: string; fieldName: string },
  conventions: Pick<Conventions, 'scalars'>,
): MakeLeaf {
  const words = wordsOf(fieldName);
  const typeWords = wordsOf(typeName);
  const coordinate = `${typeName}.${fieldName}`;
  const make = isEnumType(type)
    ? compileEnum(type)
    : (specifiedScalar(type.name, conventions) ?? compileScalar(type, conventions));
  return (key) => make({ words, typeWords, index: indexOfKey(key), seed: `${coordinate}:${key}` });
}

function compileEnum(type: GraphQLEnumType): (source: TextSource) => unknown {
  const all = type.getValues();
  const current = all.filter(({ deprecationReason }) => deprecationReason == null);
  const values = current.length > 0 ? current : all;
  return ({ seed }) => values[hashText(seed) % values.length]!.value as unknown;
}

/** Of a scalar of the specification. An ID is a text in GraphQL, of digits unless its convention is another text. */
function specifiedScalar(
  name: string,
  conventions: Pick<Conventions, 'scalars'>,
): ((source: TextSource) => unknown) | undefined {
  switch (name) {
    case 'String':
      return mockText;
    case 'ID':
      if (scalarConvention('ID', conventions)?.type === 'string') return undefined;
      return ({ words, index, seed }) => String(words.length < 2 ? index : 1 + (hashText(seed) % LIST_LENGTH));
    case 'Int':
      return mockInteger;
    case 'Float':
      return mockDecimal;
    case 'Boolean':
      return ({ words }) => !words.some((word) => NEGATIVE.has(word));
    default:
      return undefined;
  }
}
