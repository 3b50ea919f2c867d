import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, visit } from 'graphql';
import { requiredScopes } from '../../gateway/access/requiredScopes.ts';

/** Every scope that a schema in the folder requires, sorted. Parses only: loading the subgraphs takes longer. */
export function readKnownScopes(folder: string): string[] {
  const scopes = new Set<string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.graphql'))) {
    visit(parse(readFileSync(join(folder, file), 'utf8'), { noLocation: true }), {
      enter: (node) => {
        if ('directives' in node) for (const scope of requiredScopes({ astNode: node }).flat(2)) scopes.add(scope);
      },
    });
  }
  return [...scopes].sort();
}
