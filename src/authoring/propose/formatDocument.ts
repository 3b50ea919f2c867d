// The text of a proposed document.
import { parse, print } from 'graphql';

const MAX_WIDTH = 120;
const MAX_NAMES = 20;

/** An operation or a shape as graphql prints it, without its longest lines. Throws a GraphQLError where it is no GraphQL. */
export function formatDocument(text: string): string {
  const printed = print(parse(text, { noLocation: true }));
  return printed
    .split('\n')
    .map((line) => `${breakLine(line)}\n`)
    .join('');
}

/** `# Left out: comments, history.`, the last line of a document; empty where nothing is. `from` is what they are left out of. */
export function leftOutComment(names: readonly string[], from?: string): string {
  if (names.length === 0) return '';
  const more = names.length - MAX_NAMES;
  const listed = [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`and ${more} more`] : [])];
  return `# Left out${from === undefined ? '' : ` of ${from}`}: ${listed.join(', ')}.\n`;
}

const TOKEN = /"(?:\\.|[^"\\])*"|[()[\]{}]|, /g;

/** Of a line that is too long, the items of its longest list in brackets are on lines of their own. */
function breakLine(line: string): string {
  if (line.length <= MAX_WIDTH) return line;
  let starts: number[] = [];
  let longest: { start: number; items: string[]; end: number } | undefined;
  let depth = 0;
  for (const { 0: token, index } of line.matchAll(TOKEN)) {
    if (/^[([{]/.test(token) && depth++ === 0) starts = [index + 1];
    if (token === ', ' && depth === 1) starts.push(index + token.length);
    // The bracket that a broken line ends with is the first of its last line.
    if (!/^[)\]}]/.test(token) || depth === 0 || --depth > 0) continue;
    const [start = 0] = starts;
    if (index - start <= (longest ? longest.end - longest.start : 0)) continue;
    const ends = [...starts.slice(1).map((next) => next - ', '.length), index];
    longest = { start, items: starts.map((from, at) => line.slice(from, ends[at])), end: index };
  }
  if (!longest) return line;
  const indentation = /^ */.exec(line)![0];
  const items = longest.items.map((item) => breakLine(`${indentation}  ${item}`));
  const [before, after] = [line.slice(0, longest.start), indentation + line.slice(longest.end)];
  return [breakLine(before), ...items, breakLine(after)].join('\n');
}
