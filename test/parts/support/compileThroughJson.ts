import { rmSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { expect } from 'vitest';
import { compileApi } from '../../../src/gateway/compile/compileApi.ts';
import type { ApiPlan } from '../../../src/gateway/plan/ApiPlan.ts';
import { readJson, writeJson } from '../../../src/gateway/http/losslessJson.ts';
import { type Documents, folderOf, toySchema } from '../../vocabulary/support/toy.ts';

/** The plan of a folder of endpoint documents, as it is after a file: nothing that JSON cannot hold is a part of it. */
export function compileThroughJson(folder: string, schema: GraphQLSchema): ApiPlan {
  const plan = compileApi(folder, schema);
  const read = readJson(writeJson(plan)) as ApiPlan;
  expect(read).toStrictEqual(plan);
  return read;
}

/** The plan of documents over the toy schema. */
export function compileToy(documents: Documents): ApiPlan {
  const folder = folderOf(documents);
  try {
    return compileThroughJson(folder, toySchema);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
