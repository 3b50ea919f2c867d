// The beginnings of the parts of a multipart body, as it arrives. Busboy says nothing of parts that it leaves out, and nothing of charsets:
// it leaves out what has no valid Content-Disposition or follows a boundary with white space, reads a boundary within a header as a part of
// it, ignores header lines beyond 2,000 and a Content-Type with an empty parameter, and takes encodings of Node for charsets.
import { parseMediaType } from '../../http/mediaTypes.ts';

/** Bytes and lines of the header of a part. Busboy reads no more than 16 KiB, of which it counts up to two bytes of each line twice. */
const MAX_HEADER_BYTES = 16_000;
const MAX_HEADER_LINES = 100;
const MALFORMED_HEADER = 'Malformed part header';

/** What delimits parts: RFC 2046, section 5.1.1, but with any printable character. A search for a longer one is not linear. */
const BOUNDARY = /^[ -~]{1,70}$/;

export function isBoundary(text: string | undefined): text is string {
  return text !== undefined && BOUNDARY.test(text);
}

const LINE_END = '\r\n';

/** What a part says of itself. */
export interface PartHeader {
  /** How many Content-Disposition lines it has. */
  dispositions: number;
  /** Without parameters; text/plain where it has no valid one. See RFC 2045, section 5.2. */
  mimetype: string;
  /** Whether a text in its charset can be read; without a charset it is UTF-8. */
  isReadable: boolean;
}

/** Finds the parts of a body by its boundary. See RFC 2046, section 5.1.1. */
export class PartScanner {
  readonly #delimiter: string;
  readonly #onPart: (header: PartHeader) => void;
  /** The first delimiter needs no line before it. */
  #rest: Buffer = Buffer.from(LINE_END);
  #state: 'BODY' | 'DELIMITER' | 'HEADER' | 'HEADER_END' | 'END' = 'BODY';

  constructor(boundary: string, onPart: (header: PartHeader) => void) {
    this.#delimiter = `${LINE_END}--${boundary}`;
    this.#onPart = onPart;
  }

  /** Whether the last delimiter was found. */
  get isComplete(): boolean {
    return this.#state === 'END';
  }

  /** Returns what is wrong with the next bytes, as the end of a sentence; undefined where nothing is. */
  findFault(chunk: Uint8Array): string | undefined {
    if (this.isComplete) return undefined;
    const bytes = Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      if (this.#state === 'BODY') {
        const found = bytes.indexOf(this.#delimiter, at, 'latin1');
        if (found < 0) return this.#wait(bytes, Math.max(at, bytes.length - this.#delimiter.length + 1));
        at = found + this.#delimiter.length;
        this.#state = 'DELIMITER';
      } else if (this.#state === 'DELIMITER') {
        if (bytes.length < at + 2) return this.#wait(bytes, at);
        const next = bytes.toString('latin1', at, at + 2);
        if (next !== LINE_END && next !== '--') return 'a boundary is followed by other characters than a line break';
        this.#state = next === '--' ? 'END' : 'HEADER';
        if (this.isComplete) return this.#wait(bytes, bytes.length);
      } else if (this.#state === 'HEADER') {
        // From the line end of the boundary on, which can be that of another one.
        const end = bytes.indexOf(LINE_END + LINE_END, at, 'latin1');
        const header = bytes.subarray(at, end < 0 ? bytes.length : end);
        // Its last bytes can be the beginning of its end.
        const maxBytes = MAX_HEADER_BYTES + LINE_END.length + (end < 0 ? 3 : 0);
        if (header.length > maxBytes || header.includes(this.#delimiter, 0, 'latin1')) return MALFORMED_HEADER;
        if (end < 0) return this.#wait(bytes, at);
        const lines = header.toString('latin1', LINE_END.length);
        if (lines.split(LINE_END).length > MAX_HEADER_LINES) return MALFORMED_HEADER;
        this.#onPart(parseHeader(lines));
        at = end + LINE_END.length;
        this.#state = 'HEADER_END';
      } else {
        // Busboy reads no part that has a header alone: its last line end is that of the delimiter.
        const next = bytes.toString('latin1', at, at + this.#delimiter.length);
        if (next === this.#delimiter) return MALFORMED_HEADER;
        if (this.#delimiter.startsWith(next)) return this.#wait(bytes, at);
        this.#state = 'BODY';
      }
    }
  }

  #wait(bytes: Buffer, at: number): undefined {
    this.#rest = bytes.subarray(at);
  }
}

/** The grammar of a Content-Type: RFC 9110, section 8.3.1. Of any other, as one with an empty parameter, busboy reads no charset. */
const CONTENT_TYPE = /^[^\s;"]+(?:[ \t]*;[ \t]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))*[ \t]*$/;

function parseHeader(text: string): PartHeader {
  const lines = text.split(/\r\n(?![ \t])/);
  const valuesOf = (name: string) =>
    lines
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      // Blanks after a folded line belong to the value, as in busboy.
      .map((line) =>
        line
          .slice(name.length + 1)
          .replace(/^[ \t]+/, '')
          .replaceAll(LINE_END, ''),
      );
  const [type = ''] = valuesOf('content-type');
  const parsed = parseMediaType(type);
  const charset = parsed?.parameters.get('charset');
  return {
    dispositions: valuesOf('content-disposition').length,
    mimetype: parsed ? `${parsed.type}/${parsed.subtype}` : 'text/plain',
    isReadable: charset === undefined || /^utf-?8$/i.test(charset) || (CONTENT_TYPE.test(type) && isCharset(charset)),
  };
}

/** Whether a name is one of the Encoding Standard: Node has encodings that are no charsets, such as base64. */
function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}
