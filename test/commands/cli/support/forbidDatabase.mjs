// Loaded before a program: every module of the domain or of a database fails, as if it were not installed, alone and as a part of
// a bundle.
import { register } from 'node:module';

const OWN = 'dist/service/(?:domain|database|federation|graphql)/';
const PACKAGES = '(?:@prisma/|prisma|pg|@electric-sql/)';
const FORBIDDEN = new RegExp(`/${OWN}|/node_modules/${PACKAGES}\\b`);
/** The comments of esbuild say which modules a file contains. */
const BUNDLED = new RegExp(`^// \\S*(?:${OWN}|node_modules/${PACKAGES}/).*`, 'm');

if (!import.meta.url.endsWith('?hook')) register(`${import.meta.url}?hook`);

export async function load(url, context, next) {
  const loaded = await next(url, context);
  const [forbidden] = FORBIDDEN.exec(url) ?? BUNDLED.exec(String(loaded.source ?? '')) ?? [];
  if (forbidden !== undefined) throw new Error(`${forbidden} is forbidden in this process.`);
  return loaded;
}
