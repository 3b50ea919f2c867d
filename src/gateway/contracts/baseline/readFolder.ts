import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Revision } from '../Break.ts';
import { CONTRACTS, SCHEMA, isOpenApi } from '../contractFiles.ts';
import { BaselineError } from './BaselineError.ts';
import { parseDocument } from './parseDocument.ts';

/**
 * The contracts in a folder, or in `contracts` below it; `against` names the folder for people. Throws a BaselineError where
 * there are none, and where one is not valid.
 */
export function readFolder(folder: string, against: string): Revision[] {
  const places = [folder, path.join(folder, CONTRACTS)];
  const found = places.map((place) => readContracts(place, against)).find((revisions) => revisions.length > 0);
  if (found) return found;
  throw new BaselineError(
    `The folder ${against} has no contracts: neither openapi.v1.json nor another openapi.*.json, nor the folder ${CONTRACTS} with them.`,
  );
}

function readContracts(folder: string, against: string): Revision[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => isOpenApi(`${CONTRACTS}/${name}`));
  const schema = existsSync(path.join(folder, path.basename(SCHEMA))) ? [path.basename(SCHEMA)] : [];
  if (names.length === 0) return [];
  return [...names, ...schema].map((name) => {
    const place = path.join(folder, name);
    const text = readFileSync(place, 'utf8');
    if (name.endsWith('.json')) parseDocument(text, place);
    return { file: `${CONTRACTS}/${name}`, text, since: { against } };
  });
}
