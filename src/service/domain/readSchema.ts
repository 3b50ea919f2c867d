import { readFileSync } from 'node:fs';
import { type DocumentNode, parse } from 'graphql';

/** Reads the SDL of one subgraph from `schema/<name>.graphql`. */
export function readSchema(name: string): DocumentNode {
  return parse(readFileSync(new URL(`../../../schema/${name}.graphql`, import.meta.url), 'utf8'));
}
