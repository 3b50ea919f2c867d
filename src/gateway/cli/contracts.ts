import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../config/parseEnvironment.ts';
import { readSettings } from '../config/readSettings.ts';
import { type ContractsCheck, checkContracts } from '../contracts/checkContracts.ts';
import { checkHistory } from '../contracts/checkHistory.ts';
import { compileContracts } from '../contracts/compileContracts.ts';
import { CONTRACTS } from '../contracts/contractFiles.ts';
import { explainBreaks } from '../contracts/explainBreaks.ts';
import { writeContracts } from '../contracts/writeContracts.ts';
import { describeOpenApi } from './describeOpenApi.ts';
import type { Project } from './project/Project.ts';
import { readApi } from './project/readApi.ts';
import { type ApiOptions, resolveProject } from './project/resolveProject.ts';
import type { Report } from './Report.ts';

export interface ContractsOptions extends ApiOptions {
  /** Write nothing; also refuse contracts that are stale or not committed. */
  check?: boolean;
}

/**
 * Writes the contracts below the root of the project, or only checks them, and compares them with every published one. Those of
 * the default API do not depend on the environment.
 */
export async function contracts(
  { check = false, ...options }: ContractsOptions,
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
  const { schema, ...api } = await readApi(project, settings);
  const compiled = compileContracts({
    plan: api.plan,
    openApi: describeOpenApi({ schema, ...api }, settings),
    ...(isOwn && { schema }),
  });
  const written = check ? [] : writeContracts(root, compiled);
  const found: ContractsCheck = check
    ? await checkContracts(root, compiled)
    : { stale: [], uncommitted: [], ...(await checkHistory(root, compiled)) };
  const { stale, uncommitted, breaks, errors } = found;
  const problems = [
    ...stale.map((file) => `${file} is stale. Run \`portico contracts\`, and commit the files that it writes.`),
    ...uncommitted.map((file) => `${file} has uncommitted changes. Commit them.`),
    ...explainBreaks(breaks),
    ...errors,
  ];
  const ok = problems.length === 0;
  const success = `The contracts are ${check ? 'current, committed and ' : ''}compatible with every published version.`;
  return {
    text: [...written.map((file) => `Wrote ${file}.`), ...(ok ? [success] : problems)].join('\n'),
    json: { ok, written, ...found },
    ok,
  };
}
