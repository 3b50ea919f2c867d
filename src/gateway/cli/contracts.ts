import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../config/parseEnvironment.ts';
import { readSettings } from '../config/readSettings.ts';
import { checkContracts, checkHistory } from '../contracts/checkContracts.ts';
import { CONTRACTS, compileContracts } from '../contracts/compileContracts.ts';
import { writeContracts } from '../contracts/writeContracts.ts';
import { describeOpenApi } from './describeOpenApi.ts';
import type { Project } from './project/Project.ts';
import { readApi } from './project/readApi.ts';
import { type ApiOptions, resolveProject } from './project/resolveProject.ts';

export interface ContractsOptions extends ApiOptions {
  /** Write nothing; also refuse contracts that are stale or not committed. */
  check?: boolean;
}

/**
 * Writes the contracts, or only checks them, and compares them with every published one. Those of the default API do not
 * depend on the environment, and are in its repository; those of another API are in the working directory.
 */
export async function contracts(
  { check = false, ...options }: ContractsOptions,
  env: Environment,
  defaults?: Project,
): Promise<{ text: string; ok: boolean }> {
  const project = await resolveProject(options, defaults);
  const own = project === defaults;
  const { root } = project;
  if (own && !existsSync(path.join(root, CONTRACTS))) {
    throw new Error(
      `The folder ${path.join(root, CONTRACTS)} does not exist: an installed package has no contracts. Pass --schema and --endpoints for those of your API.`,
    );
  }
  const settings = readSettings(own ? {} : env);
  const api = await readApi(project, settings);
  const compiled = compileContracts({ ...api, openApi: describeOpenApi(api, settings) });
  const written = check ? [] : writeContracts(root, compiled);
  const problems = await (check ? checkContracts(root, compiled) : checkHistory(root, compiled));
  const success = `The contracts are ${check ? 'current, committed and ' : ''}compatible with every published version.`;
  return {
    text: [...written.map((file) => `Wrote ${file}.`), ...(problems.length > 0 ? problems : [success])].join('\n'),
    ok: problems.length === 0,
  };
}
