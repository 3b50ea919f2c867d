import { type GraphQLSchema, isEnumType, isScalarType, isSpecifiedScalarType } from 'graphql';
import { DEFAULT_CONVENTIONS } from '../conventions/Conventions.ts';
import { enumTexts } from '../conventions/enumTexts.ts';
import { type DiagnosticCollector, shortPath } from '../errors/Diagnostic.ts';
import type { Version } from './readVersions.ts';

/** Refuses conventions that do not fit the schema: an enum or a value that is not there, two values of one text. */
export function checkConventions(
  { conventions, conventionsFile }: Version,
  schema: GraphQLSchema,
  diagnostics: DiagnosticCollector,
): void {
  const refuse = (message: string, hint: string) =>
    diagnostics.add({ file: shortPath(conventionsFile), line: 1, column: 1, message, hint });
  for (const [name, convention] of Object.entries(conventions.enums)) {
    if (name === '*') continue;
    const type = schema.getType(name);
    if (!isEnumType(type)) {
      refuse(`There is no enum ${name}.`, 'Correct the name, or leave it out.');
    } else if (typeof convention === 'object') {
      for (const value of Object.keys(convention)) {
        if (!type.getValue(value)) refuse(`The enum ${name} has no value ${value}.`, 'Correct it, or leave it out.');
      }
    }
  }
  for (const name of Object.keys(conventions.scalars)) {
    const type = schema.getType(name);
    if (Object.hasOwn(DEFAULT_CONVENTIONS.scalars, name) || (isScalarType(type) && !isSpecifiedScalarType(type)))
      continue;
    refuse(`There is no custom scalar ${name}.`, 'Correct the name, or leave it out.');
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isEnumType(type) || type.name.startsWith('__')) continue;
    const names = new Map<string, string>();
    for (const [name, text] of enumTexts(type, conventions)) {
      const twin = names.get(text);
      names.set(text, name);
      if (twin === undefined) continue;
      const [one, other] = [twin, name].sort();
      refuse(`Of the enum ${type.name}, ${one} and ${other} are both written "${text}".`, 'Write one differently.');
    }
  }
}
