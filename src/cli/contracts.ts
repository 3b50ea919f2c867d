import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../gateway/base/settings/environment.ts';
import { readSettings } from '../gateway/base/settings/readSettings.ts';
import { type Break, type Revision, groupBreaks } from '../gateway/describe/contracts/Break.ts';
import { type ContractsCheck, checkContracts, checkHistory } from '../gateway/describe/contracts/checkContracts.ts';
import { describeContracts } from '../gateway/describe/contracts/describeContracts.ts';
import { CONTRACTS } from '../gateway/describe/contracts/contractFiles.ts';
import { explainBreak, explainBreaks, locateBreak } from '../gateway/describe/contracts/explainBreaks.ts';
import { hasRepository } from '../gateway/describe/contracts/git.ts';
import { BaselineError, readCommit, readFolder, readServer } from '../gateway/describe/contracts/readBaseline.ts';
import { NO_REPOSITORY } from '../gateway/describe/contracts/readHistory.ts';
import { ForeignFileError, writeContracts } from '../gateway/describe/contracts/writeContracts.ts';
import { DocumentError } from '../gateway/base/errors/Diagnostic.ts';
import type { ApiPlan } from '../gateway/plan/ApiPlan.ts';
import type { Usage } from '../gateway/base/telemetry/usage.ts';
import { type Annotation, type Report, annotateDiagnostic, renderWithHint } from '../project/Report.ts';
import { UsageError } from '../project/UsageError.ts';
import { describeOpenApi, readApi, settingsOf } from '../project/readApi.ts';
import { type ApiOptions, type Project, resolveProject } from '../project/resolveProject.ts';
import { readUsage } from './readUsage.ts';

export interface ContractsOptions extends ApiOptions {
  check?: boolean;
  /** The contracts to compare with, instead of the history of git. See `readAgainst`. */
  against?: string;
  /** A file that says what clients use; see `readUsage`. */
  usage?: string;
}

/**
 * Writes the contracts below the root of the project, or only checks them, and compares them with every published one. Those of
 * the default API do not depend on the environment, and have the GraphQL schema, which it serves.
 */
export async function contracts(
  { check = false, against, usage: usageFile, ...options }: ContractsOptions,
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
  const settings = settingsOf(project, readSettings(isOwn ? {} : env));
  const usage = usageFile === undefined ? undefined : await readClients(usageFile);
  try {
    const api = await readApi(project);
    const { plan, schema } = api;
    const openApi = describeOpenApi(api, settings);
    const compiled = describeContracts({ plan, openApi, ...(isOwn && { schema }) });
    // It may be the folder that is written.
    const highest = plan.versions.at(-1)!.number;
    const baseline = against === undefined ? undefined : await readAgainst(against, { root, highest });
    const written = check ? [] : writeContracts(root, compiled);
    const history = { ...(baseline && { baseline }), ...(usage && { usage }) };
    const isUnpublished = !check && !baseline && !hasRepository(root);
    const found: ContractsCheck = check
      ? await checkContracts(root, compiled, history)
      : {
          stale: [],
          uncommitted: [],
          ...(await checkHistory(root, compiled, isUnpublished ? { baseline: [] } : history)),
        };
    const success = isUnpublished ? NO_REPOSITORY : describeSuccess(check, against);
    return reportContracts({ written, ...found }, { root, plan, success });
  } catch (error) {
    if (error instanceof DocumentError || error instanceof BaselineError || error instanceof ForeignFileError) {
      return reportRefusal(error);
    }
    throw error;
  }
}

/** Reads `--usage`. Throws a UsageError where it has no requests: nothing could be refused. */
async function readClients(file: string): Promise<Usage[]> {
  const { table } = await readUsage(file, '--usage');
  const usage = [...table.values()];
  if (usage.length > 0) return usage;
  throw new UsageError(
    `--usage: ${file} has no requests to endpoints; expected the output of "portico usage --json", or the log of a server.`,
  );
}

// --against → the contracts to compare with. Its form says what it is: a URL begins with http:// or https://, a folder is absolute,
// begins with ./ or ../, or ends with a slash; anything else is a branch, a tag or a commit.

/**
 * Reads the contracts of `--against`; `root` is the folder that contains `contracts`, `highest` the highest version of the API. Throws a
 * UsageError for nothing, and for a folder or a commit that does not exist, and a BaselineError for what cannot be read.
 */
export async function readAgainst(
  against: string,
  { root, highest, cwd = process.cwd() }: { root: string; highest: number; cwd?: string },
): Promise<Revision[]> {
  if (against.trim() === '') {
    throw new UsageError(
      '--against must not be empty; expected a folder such as ./old, a URL, a branch, a tag or a commit.',
    );
  }
  if (against.includes('://')) return readServer({ url: parseUrl(against), highest });
  const folder = path.resolve(cwd, against);
  const isFolder = existsSync(folder) && statSync(folder).isDirectory();
  if (path.isAbsolute(against) || /^\.{1,2}(?:[/\\]|$)|[/\\]$/.test(against)) {
    if (isFolder) return readFolder(folder, against);
    throw new UsageError(`--against: the folder ${against} does not exist.`);
  }
  const revisions = readCommit(root, against);
  if (revisions) return revisions;
  const hint = isFolder
    ? `For the folder, write --against ./${against}.`
    : 'In a shallow clone, fetch it first: git fetch --depth=1 origin BRANCH, and pass --against FETCH_HEAD.';
  throw new UsageError(`--against: git finds no branch, tag or commit ${against} in ${root}. ${hint}`);
}

function parseUrl(against: string): URL {
  if (!/^https?:/.test(against) || !URL.canParse(against)) {
    throw new UsageError(
      '--against must be an http or https URL such as https://api.example.com, a folder or a commit.',
    );
  }
  const url = new URL(against);
  if (url.username || url.password) throw new UsageError('--against must not contain credentials.');
  return url;
}

/** The result of `portico contracts` where nothing could be compared or written, such as for invalid endpoint documents. */
function reportRefusal(error: Error): Report {
  const isDocument = error instanceof DocumentError;
  const errors = isDocument
    ? error.diagnostics.map((diagnostic) => renderWithHint(diagnostic).trimEnd())
    : [error.message];
  return {
    text: errors.join('\n'),
    json: { ok: false, written: [], breaks: [], stale: [], uncommitted: [], errors },
    ok: false,
    annotations: isDocument
      ? error.diagnostics.map((diagnostic) => annotateDiagnostic(diagnostic, 'error'))
      : [{ level: 'error', title: 'Contracts', message: error.message }],
  };
}

function describeSuccess(check: boolean, against?: string): string {
  if (against !== undefined) return `The contracts are ${check ? 'current and ' : ''}compatible with ${against}.`;
  return `The contracts are ${check ? 'current, committed and ' : ''}compatible with every published version.`;
}

/**
 * The result for people, for tools, and for GitHub; `success` is said where there is no problem. A breaking change is annotated at the
 * endpoint document that it comes from, or else at the contract.
 */
function reportContracts(
  result: ContractsCheck & { /** The files that were written or removed. */ written: string[] },
  { root, plan, success }: { root: string; plan: ApiPlan; success: string },
): Report {
  const { written, stale, uncommitted, breaks, errors } = result;
  const locate = (breaking: Break) => locateBreak(plan, breaking);
  const files = [
    ...stale.map((file) => ({
      file,
      message: `${file} is stale. Run \`portico contracts\`, and commit the files that it writes.`,
    })),
    ...uncommitted.map((file) => ({ file, message: `${file} has uncommitted changes. Commit them.` })),
  ];
  const ok = files.length + breaks.length + errors.length === 0;
  const changes = written.map((file) => `${existsSync(path.join(root, file)) ? 'Wrote' : 'Removed'} ${file}.`);
  const lines = [...changes, ...(ok ? [success] : [])];
  // Breaks first: a file that has one should not be committed.
  const paragraphs = [...explainBreaks(breaks, locate), files.map(({ message }) => message).join('\n'), ...errors];
  return {
    text: [lines.join('\n'), ...paragraphs].filter(Boolean).join('\n\n'),
    json: {
      ok,
      written,
      breaks: breaks.map((breaking) => ({ ...breaking, document: locate(breaking) })),
      stale,
      uncommitted,
      errors,
    },
    ok,
    annotations: [
      ...groupBreaks(breaks).map((group) => {
        const place = group.map(locate).find((location) => location !== undefined);
        return annotate('Breaking change', explainBreak(group), place ?? { file: path.join(root, group[0]!.file) });
      }),
      ...files.map(({ file, message }) => annotate('Contract', message, { file: path.join(root, file) })),
      ...errors.map((message) => annotate('Contracts', message)),
    ],
  };
}

function annotate(title: string, message: string, place?: Pick<Annotation, 'file' | 'line'>): Annotation {
  return { level: 'error', title, message, ...place };
}
