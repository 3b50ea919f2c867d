// The result of `portico contracts` for people, for tools, and for GitHub.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Break, groupBreaks } from '../gateway/contracts/Break.ts';
import type { ContractsCheck } from '../gateway/contracts/checkContracts.ts';
import { explainBreak, explainBreaks, locateBreak } from '../gateway/contracts/explainBreaks.ts';
import { NO_REPOSITORY } from '../gateway/contracts/readHistory.ts';
import type { ApiPlan } from '../gateway/plan/ApiPlan.ts';
import type { Annotation, Report } from '../project/Report.ts';

/** The files that were written or removed, and all problems. */
export interface ContractsResult extends ContractsCheck {
  written: string[];
}

/** What was compared. */
export interface ContractsContext {
  /** The folder that contains `contracts`. */
  root: string;
  plan: ApiPlan;
  /** Whether only checked. */
  check: boolean;
  /** What was compared with, instead of the history of git. */
  against?: string;
  /** There is no repository, and so nothing to compare with. */
  isUnpublished?: boolean;
}

/** A breaking change is annotated at the endpoint document that it comes from, or else at the contract. */
export function reportContracts(result: ContractsResult, { root, plan, ...context }: ContractsContext): Report {
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
  const lines = [...changes, ...(ok ? [describeSuccess(context)] : [])];
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

function describeSuccess({ check, against, isUnpublished }: Omit<ContractsContext, 'root' | 'plan'>): string {
  if (isUnpublished) return NO_REPOSITORY;
  if (against !== undefined) return `The contracts are ${check ? 'current and ' : ''}compatible with ${against}.`;
  return `The contracts are ${check ? 'current, committed and ' : ''}compatible with every published version.`;
}

function annotate(title: string, message: string, place?: Pick<Annotation, 'file' | 'line'>): Annotation {
  return { level: 'error', title, message, ...place };
}
