import { explainBreak } from '../../contracts/explainBreak.ts';
import { groupBreaks } from '../../contracts/groupBreaks.ts';
import { locateBreak } from '../../contracts/locateBreak.ts';
import type { ApiPlan } from '../../plan/ApiPlan.ts';
import type { ContractBreaks } from './findBreaksInProcess.ts';

/** Breaking changes in paragraphs, with the files of the endpoint documents that they come from. */
export function describeBreaks({ breaks, errors }: ContractBreaks, plan: ApiPlan): string[] {
  const groups = groupBreaks(breaks);
  return [...groups.map((group) => explainBreak(group, (each) => locateBreak(plan, each))), ...errors];
}
