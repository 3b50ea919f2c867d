import type { EnumCase } from './Conventions.ts';
import { snakeCase } from './nameOnWire.ts';

/** The name of an enum value or of a type in a case. */
export function inCase(name: string, style: EnumCase): string {
  if (style === 'schema') return name;
  if (style === 'lowercase') return name.toLowerCase();
  const words = snakeCase(name);
  return style === 'snake_case' ? words : words.replaceAll('_', '-');
}
