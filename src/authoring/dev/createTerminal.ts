import { styleText } from 'node:util';
import { escapeControls, escapeUnstyled } from '../../project/texts.ts';

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan';

/** Where `dev` prints. */
export interface Terminal {
  /** Prints lines. */
  print(text: string): void;
  /** The text in a colour or a weight, where the terminal has them. */
  style(format: Format, text: string): string;
}

/** A stream that may be a terminal. */
interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  /** Respects `NO_COLOR` and `FORCE_COLOR`. */
  hasColors?(): boolean;
}

/** Prints to a stream; with colours only where it is a terminal that has them. */
export function createTerminal(output: Output): Terminal {
  const isColoured = output.isTTY === true && output.hasColors?.() === true;
  const escape = isColoured ? escapeUnstyled : escapeControls;
  return {
    print: (text) => void output.write(escape(text.endsWith('\n') ? text : `${text}\n`)),
    // It is validated above, against the stream that is written to.
    style: (format, text) => (isColoured ? styleText(format, text, { validateStream: false }) : text),
  };
}
