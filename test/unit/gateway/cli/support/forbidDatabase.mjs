// Loaded before a program: every import of the domain or of a database fails, as if it were not installed.
import { register } from 'node:module';

const FORBIDDEN = /\/src\/service\/(?:domain|database|federation|graphql)\/|^(?:@prisma\/|prisma$|pg$|@electric-sql\/)/;

if (!import.meta.url.endsWith('?hook')) register(`${import.meta.url}?hook`);

export async function resolve(specifier, context, next) {
  const resolved = FORBIDDEN.test(specifier) ? { url: specifier } : await next(specifier, context);
  if (FORBIDDEN.test(resolved.url)) throw new Error(`${specifier} is forbidden in this process.`);
  return resolved;
}
