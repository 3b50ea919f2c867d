/** C0 but for tabs and line breaks, DEL and C1: a terminal obeys them. */
const CONTROL = /\r(?!\n)|(?![\t\n\r])\p{Cc}/gu;

/** The colours and weights of `createTerminal`. */
const ESCAPE = '\u001B';
const STYLE = new RegExp(`(${ESCAPE}\\[(?:1|2|22|3[1-6]|39)m)`);

/** A text that may contain text of others, such as of a schema or an upstream, without control characters: as `\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(CONTROL, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As `escapeControls`, but keeps colours and weights. */
export function escapeUnstyled(text: string): string {
  return text
    .split(STYLE)
    .map((part, index) => (index % 2 === 1 ? part : escapeControls(part)))
    .join('');
}
