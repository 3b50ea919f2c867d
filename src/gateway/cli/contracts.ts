import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../config/parseEnvironment.ts';
import { readSettings } from '../config/readSettings.ts';
import { BaselineError } from '../contracts/baseline/BaselineError.ts';
import { type ContractsCheck, checkContracts } from '../contracts/checkContracts.ts';
import { checkHistory } from '../contracts/checkHistory.ts';
import { compileContracts } from '../contracts/compileContracts.ts';
import { CONTRACTS } from '../contracts/contractFiles.ts';
import { hasRepository } from '../contracts/hasRepository.ts';
import { ForeignFileError, writeContracts } from '../contracts/writeContracts.ts';
import { DocumentError } from '../errors/Diagnostic.ts';
import { describeOpenApi } from './describeOpenApi.ts';
import type { Project } from './project/Project.ts';
import { readApi } from './project/readApi.ts';
import { type ApiOptions, resolveProject } from './project/resolveProject.ts';
import { readAgainst } from './readAgainst.ts';
import type { Report } from './Report.ts';
import { reportContracts } from './reportContracts.ts';
import { reportRefusal } from './reportRefusal.ts';

export interface ContractsOptions extends ApiOptions {
  /** Write nothing; also refuse contracts that are stale or not committed. */
  check?: boolean;
  /** The contracts to compare with, instead of the history of git. See `readAgainst`. */
  against?: string;
}

/**
 * Writes the contracts below the root of the project, or only checks them, and compares them with every published one. Those of
 * the default API do not depend on the environment, and have the GraphQL schema, which it serves.
 */
export async function contracts(
  { check = false, against, ...options }: ContractsOptions,
  env: Environment,
  defaults?: Project,
): Promise<Report> {
  const project = await resolveProject(options, defaults);
  const isOwn = project === defaults;
  const { root } = project;
  if (isOwn && !existsSync(path.join(root, CONTRACTS))) {
    throw new Error(
      `The folder ${path.join(root, CONTRACTS)} does not exist: an installed package has no contracts. Pass --schema and --endpoints for those of your API.`,
    );
  }
  const settings = readSettings(isOwn ? {} : env);
  try {
    const api = await readApi(project, settings);
    const { plan, schema } = api;
    const openApi = describeOpenApi(api, settings);
    const compiled = compileContracts({ plan, openApi, ...(isOwn && { schema }) });
    // It may be the folder that is written.
    const highest = plan.versions.at(-1)!.number;
    const baseline = against === undefined ? undefined : await readAgainst(against, { root, highest });
    const written = check ? [] : writeContracts(root, compiled);
    const history = baseline ? { baseline } : {};
    const isUnpublished = !check && !baseline && !hasRepository(root);
    const found: ContractsCheck = check
      ? await checkContracts(root, compiled, history)
      : {
          stale: [],
          uncommitted: [],
          ...(await checkHistory(root, compiled, isUnpublished ? { baseline: [] } : history)),
        };
    const context = { root, plan, check, isUnpublished, ...(against !== undefined && { against }) };
    return reportContracts({ written, ...found }, context);
  } catch (error) {
    if (error instanceof DocumentError || error instanceof BaselineError || error instanceof ForeignFileError) {
      return reportRefusal(error);
    }
    throw error;
  }
}
