import { type Break, dateOf } from './Break.ts';
import { type LocateBreak, explainBreak } from './explainBreak.ts';
import { groupBreaks } from './groupBreaks.ts';
import { CORRECTIONS } from './readCorrections.ts';

/** The breaking changes for people: a paragraph for each, however many contracts have it, and one about corrections. */
export function explainBreaks(breaks: readonly Break[], locate?: LocateBreak): string[] {
  if (breaks.length === 0) return [];
  const groups = groupBreaks(breaks);
  return [...groups.map((group) => explainBreak(group, locate)), describeCorrection(groups[0]!)];
}

/** The entry of corrections.json that accepts these breaks. */
function describeCorrection(group: readonly Break[]): string {
  const [{ change }] = group as [Break];
  const today = new Date().toISOString().slice(0, 10);
  const date = group.map(({ since }) => dateOf(since)).reduce((latest, each) => (each > latest ? each : latest), today);
  const entry = { date, files: group.map(({ file }) => file), change, reason: '…' };
  return [
    `If the contract was published in error, add an entry to the list in ${CORRECTIONS}, such as:`,
    `  [${JSON.stringify(entry)}]`,
  ].join('\n');
}
