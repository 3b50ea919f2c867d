// Sets a project up. Nothing is written before everything is known and checked.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { schemaFaultsOf } from '../../errors/Diagnostic.ts';
import type { Proposal } from '../../propose/Proposal.ts';
import { proposeApi } from '../../propose/proposeApi.ts';
import { verifyProposal } from '../../propose/verifyProposal.ts';
import { describeExample } from '../dev/describeExample.ts';
import { readConfig } from '../project/readConfig.ts';
import type { Report } from '../Report.ts';
import { chooseSetup } from './chooseSetup.ts';
import { chooseSource } from './chooseSource.ts';
import { compileFiles } from './compileFiles.ts';
import { describeOutcome } from './describeOutcome.ts';
import { documentFiles } from './documentFiles.ts';
import { hasVersions } from './hasVersions.ts';
import type { InitContext } from './InitContext.ts';
import type { InitOptions } from './InitOptions.ts';
import { planFiles } from './planFiles.ts';
import { askFields } from './questions/askFields.ts';
import type { PromptStreams } from './questions/PromptStreams.ts';
import { readSource } from './readSource.ts';
import { selectFields } from './selectFields.ts';
import type { Source } from './Source.ts';
import { writeFiles } from './writeFiles.ts';

/** Where `portico dev --mock` serves by default; it requires no credentials. */
const EXAMPLE = { url: 'http://127.0.0.1:4000', settings: { versioning: 'path' }, needsToken: false } as const;

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
  const api = compileFiles({ root: folder, folder: setup.endpoints, files }, source.schema);
  const curl = describeExample(api, EXAMPLE);
  const found = curl === undefined ? {} : { curl };
  const unconfirmed = proposal.endpoints.flatMap(({ coordinate, isUnconfirmed }) =>
    isUnconfirmed ? [coordinate] : [],
  );
  const plan = planFiles({ folder, setup, source, documents, unconfirmed, program, ...found });
  writeFiles(folder, plan.files);
  return describeOutcome({ ...plan, setup, faults, proposal, ...found });
}

async function propose({ schema }: Source, { fields }: InitOptions, terminal?: PromptStreams): Promise<Proposal> {
  const all = () => true;
  const isChosen = fields === undefined ? all : isIn(selectFields(schema, fields));
  const proposal = verifyProposal(proposeApi(schema, { isChosen }), schema);
  if (proposal.endpoints.length === 0) throw new Error(describeNothing(proposal));
  if (fields !== undefined || !terminal) return proposal;
  const chosen = await askFields(proposal, terminal);
  if (chosen.size === proposal.endpoints.length) return proposal;
  return verifyProposal(proposeApi(schema, { isChosen: isIn(chosen) }), schema);
}

function isIn(coordinates: ReadonlySet<string>): (coordinate: string) => boolean {
  return (coordinate) => coordinates.has(coordinate);
}

function describeNothing({ skipped }: Proposal): string {
  return [
    'No field of the schema can become an endpoint.',
    ...skipped.map((each) => `${each.coordinate}: ${each.reason}`),
  ].join('\n');
}
