import { type SchemaFault, renderDiagnostic } from '../../gateway/base/errors/Diagnostic.ts';
import { type Report, count } from '../../project/Report.ts';
import { headerVariable } from '../../project/readSources.ts';
import type { Proposal } from '../propose/Proposal.ts';
import type { Setup } from './Setup.ts';
import type { FilePlan } from './planFiles.ts';
import type { ReadmeContent } from './renderFiles.ts';

/** Lines of a section. */
const MAX_LINES = 10;

/** The report of init: the written files, the skipped fields with their reasons, and the next commands. */
export function describeOutcome({ setup, faults, proposal, files, kept, commands, curl }: Outcome): Report {
  const below = `${setup.endpoints}/v1/`;
  const others = files.filter(({ file }) => !file.startsWith(below));
  const secrets = setup.headers.map((header) => ({ header, variable: headerVariable(header) }));
  const skipped = proposal?.skipped ?? [];
  const unconfirmed = proposal?.endpoints.filter(({ isUnconfirmed }) => isUnconfirmed) ?? [];
  const warnings = faults.map((fault) => `${renderDiagnostic(fault)} ${fault.hint}`);
  const sections = [
    proposal
      ? `${count(proposal.endpoints.length, 'endpoint')} in ${below}, with ${count(proposal.shapes.size, 'shape')}.`
      : `${setup.endpoints} already has endpoint documents; they were not changed.`,
    section(
      'Written',
      others.map(({ file, replaces }) => (replaces === undefined ? file : `${file} (extended)`)),
    ),
    section('Existing files, not changed', kept),
    section(
      `No endpoint for ${count(skipped.length, 'field')}; portico add FIELD adds one, or reports why it cannot`,
      shorten(skipped.map(({ coordinate, reason }) => `${coordinate}: ${reason}`)),
    ),
    section(
      `Nothing in the result of ${count(unconfirmed.length, 'mutation')} tells whether it failed; only an error of GraphQL does`,
      unconfirmed.map(({ coordinate, file }) => `${coordinate}: ${below}${file}`),
    ),
    section('Not valid in the schema; the rest of it was read', shorten(warnings)),
    section(
      'Environment variables that requests to the upstream need',
      secrets.map(({ header, variable }) => `${variable}: the header ${header}`),
    ),
    section('Next', [...commands, ...(curl === undefined ? [] : [curl])]),
  ];
  return {
    text: sections.filter(Boolean).join('\n\n'),
    json: {
      endpoints:
        proposal?.endpoints.map(({ coordinate, method, path, file }) => ({
          coordinate,
          method,
          path,
          file: below + file,
        })) ?? [],
      skipped,
      unconfirmed: unconfirmed.map(({ coordinate }) => coordinate),
      written: files.map(({ file }) => file),
      kept,
      warnings,
      variables: secrets.map(({ variable }) => variable),
      next: curl ?? null,
    },
    ok: true,
  };
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** The first lines; JSON has all. */
function shorten(lines: readonly string[]): string[] {
  const more = lines.length - MAX_LINES;
  return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`… and ${more} more`] : [])];
}

/** What init has done. */
interface Outcome extends FilePlan, Pick<ReadmeContent, 'curl'> {
  setup: Setup;
  /** What is not valid in the schema. */
  faults: readonly SchemaFault[];
  /** The endpoints that were written. Absent: the folder had endpoint documents. */
  proposal?: Proposal;
}
