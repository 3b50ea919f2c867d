import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileApi } from '../../../../src/gateway/compile/compileApi.ts';
import type { Api } from '../../../../src/project/readApi.ts';
import { composeSchema } from '../../../../src/service/composeSchema.ts';

export { DOCUMENTS } from './shop.ts';

const { schema } = composeSchema();

/** An API over the schema of the service, from endpoint documents by their paths below the folder of versions. */
export function compileDocuments(documents: Readonly<Record<string, string>>): Api {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-cli-'));
  try {
    for (const [name, text] of Object.entries(documents)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return { schema, plan: compileApi(folder, schema) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
