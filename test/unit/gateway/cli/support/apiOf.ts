import { rmSync } from 'node:fs';
import type { Api } from '../../../../../src/gateway/cli/Api.ts';
import { composeSchema } from '../../../../../src/service/composeSchema.ts';
import { compileThroughJson } from '../../engine/support/compileThroughJson.ts';
import { folderOf } from '../../engine/support/toy.ts';

const { schema } = composeSchema();

/** An API of endpoint documents over the schema of the service, by their paths below the folder of versions. */
export function apiOf(documents: Readonly<Record<string, string>>): Api {
  const folder = folderOf(documents);
  try {
    return { schema, plan: compileThroughJson(folder, schema) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
