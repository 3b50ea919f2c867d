// Sets a project up. Nothing is written before everything is known and checked.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { hasVersions } from '../../gateway/compile/document/listVersions.ts';
import { schemaFaultsOf } from '../../gateway/base/errors/Diagnostic.ts';
import type { Report } from '../../project/Report.ts';
import { UsageError } from '../../project/UsageError.ts';
import { readConfig } from '../../project/readConfig.ts';
import { readPackage } from '../../project/readPackage.ts';
import { describeExample } from '../dev/messages.ts';
import { type Proposal, documentFiles } from '../propose/Proposal.ts';
import { listRootFields } from '../propose/draftField.ts';
import { findRootField } from '../propose/findRootField.ts';
import { proposeApi } from '../propose/proposeApi.ts';
import { verifyProposal } from '../propose/verifyProposal.ts';
import type { InitContext, InitOptions, PromptStreams, Source } from './Setup.ts';
import { chooseSetup, chooseSource } from './chooseSetup.ts';
import { describeOutcome } from './describeOutcome.ts';
import { compileFiles, writeFiles } from '../propose/newFiles.ts';
import { findTarball } from './findProjectFiles.ts';
import { planFiles } from './planFiles.ts';
import { askFields } from './prompts.ts';
import { readSource } from './readSource.ts';

/** Where `portico dev --mock` serves by default; it requires no credentials. */
const EXAMPLE = { url: 'http://127.0.0.1:4000', needsToken: false } as const;

/**
 * Writes the files of a new project over a schema file or a URL, `from`; existing files stay as they are. Throws an error where the
 * folder is a project already, and a UsageError for options that are not valid.
 */
export async function init(
  from: string | undefined,
  options: InitOptions,
  { folder, program, terminal }: InitContext,
): Promise<Report> {
  const config = await readConfig(folder);
  if (config) {
    const name = path.basename(config.file);
    throw new Error(`This folder is already set up: it has ${name}. To add endpoints, run: portico add FIELD`);
  }
  const source = await readSource(from ?? (await chooseSource(folder, terminal)), options.upstreamHeader ?? [], folder);
  const faults = schemaFaultsOf(source.schema);
  const setup = await chooseSetup(source, options, terminal);
  if (hasVersions(path.join(folder, setup.endpoints))) {
    const plan = planFiles({ folder, setup, source, documents: [], program });
    writeFiles(folder, plan.files);
    return describeOutcome({ ...plan, setup, faults });
  }
  const proposal = await propose(source, options, terminal);
  const documents = documentFiles(proposal, setup.endpoints);
  const files = documents.filter(({ file }) => !existsSync(path.join(folder, file)));
  const api = compileFiles(
    { folder: setup.endpoints, files, existing: path.join(folder, setup.endpoints) },
    source.schema,
  );
  const curl = describeExample(api, EXAMPLE);
  const unconfirmed = proposal.endpoints.flatMap(({ coordinate, isUnconfirmed }) =>
    isUnconfirmed ? [coordinate] : [],
  );
  const plan = planFiles({ folder, setup, source, documents, unconfirmed, program, curl });
  writeFiles(folder, plan.files);
  return describeOutcome({ ...plan, setup, faults, proposal, curl });
}

async function propose({ schema }: Source, { fields }: InitOptions, terminal?: PromptStreams): Promise<Proposal> {
  const proposal = proposeVerified(schema, fields === undefined ? undefined : selectFields(schema, fields));
  if (proposal.endpoints.length === 0) throw new Error(describeNothing(proposal));
  if (fields !== undefined || !terminal) return proposal;
  const chosen = await askFields(proposal, terminal);
  return chosen.size === proposal.endpoints.length ? proposal : proposeVerified(schema, chosen);
}

/** Proposes the endpoints of the chosen fields, or of all. */
function proposeVerified(schema: GraphQLSchema, chosen?: ReadonlySet<string>): Proposal {
  return verifyProposal(proposeApi(schema, { isChosen: (coordinate) => chosen?.has(coordinate) ?? true }), schema);
}

function describeNothing({ skipped }: Proposal): string {
  return [
    'No field of the schema can become an endpoint.',
    ...skipped.map((skip) => `${skip.coordinate}: ${skip.reason}`),
  ].join('\n');
}

/**
 * The coordinates that `--fields` names: fields, coordinates or root types, separated by commas. `Query,createUser` is all queries and
 * one mutation. Throws a UsageError.
 */
export function selectFields(schema: GraphQLSchema, fields: string): ReadonlySet<string> {
  const names = fields
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0)
    throw new UsageError('--fields must name root fields, such as "user,users", or "Query" for all queries.');
  const roots = [schema.getQueryType()?.name, schema.getMutationType()?.name];
  const fieldsOf = (root: string) => listRootFields(schema).filter((coordinate) => coordinate.startsWith(`${root}.`));
  return new Set(names.flatMap((name) => (roots.includes(name) ? fieldsOf(name) : findRootField(schema, name))));
}

/** The package that runs, which a new project installs. */
export function describeProgram(): InitContext['program'] {
  const own = readPackage();
  return { ...own, tarball: findTarball(own.name) };
}
