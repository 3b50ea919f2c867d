import { readFileSync } from 'node:fs';
import {
  type Node,
  type ParseError,
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type Diagnostic, type Position, shortPath } from '../../base/errors/Diagnostic.ts';

/** Keys of objects and indexes of arrays, from the outermost. */
export type JsonPath = readonly (string | number)[];

/** A JSON file (RFC 8259, without comments) with the positions of its keys and values. */
export class JsonFile {
  /** The first syntax error, or every key that an object has twice. Any makes `value` unusable. */
  readonly errors: readonly Diagnostic[];
  readonly value: unknown;
  readonly #file: string;
  readonly #text: string;
  readonly #root: Node | undefined;

  constructor(file: string) {
    this.#file = file;
    // Without the byte order mark that PowerShell writes, which is not JSON.
    this.#text = new TextDecoder().decode(readFileSync(file));
    const errors: ParseError[] = [];
    this.#root = parseTree(this.#text, errors, { disallowComments: true });
    const [error] = errors;
    this.errors = error ? [this.#syntaxError(error)] : this.#root ? this.#duplicateKeys(this.#root) : [];
    this.value = this.#root && getNodeValue(this.#root);
  }

  has(path: JsonPath): boolean {
    return this.#find(path) !== undefined;
  }

  /** A diagnostic at the value at `path`, or at its key; where the file lacks it, at the nearest object around it. */
  diagnostic(path: JsonPath, part: 'key' | 'value', message: string, hint: string): Diagnostic {
    let length = path.length;
    while (length > 0 && !this.has(path.slice(0, length))) length--;
    const node = this.#find(path.slice(0, length));
    const isKey = part === 'key' || length < path.length;
    const key = isKey && node?.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    return this.#diagnosticAt((key ?? node)?.offset ?? 0, message, hint);
  }

  #find(path: JsonPath): Node | undefined {
    return this.#root && findNodeAtLocation(this.#root, [...path]);
  }

  #syntaxError({ error, offset }: ParseError): Diagnostic {
    // Such as `CommaExpected`.
    const problem = printParseErrorCode(error).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const hint = 'Write JSON: names and strings in double quotation marks, no comments, and no comma at an end.';
    return this.#diagnosticAt(offset, `Syntax Error: ${problem}.`, hint);
  }

  #duplicateKeys(node: Node): Diagnostic[] {
    const children = node.children ?? [];
    const keys = node.type === 'object' ? children.map(({ children: [key] = [] }) => key!) : [];
    const duplicates = keys.filter((key, index) => keys.slice(0, index).some(({ value }) => value === key.value));
    return [
      ...duplicates.map(({ offset, value }) =>
        this.#diagnosticAt(offset, `The key ${JSON.stringify(value)} is given twice.`, 'Remove one of the two.'),
      ),
      ...children.flatMap((child) => this.#duplicateKeys(child)),
    ];
  }

  #diagnosticAt(offset: number, message: string, hint: string): Diagnostic {
    return { file: shortPath(this.#file), ...positionAt(this.#text, offset), message, hint };
  }
}

/** Columns count UTF-16 code units, as in GraphQL's locations. */
function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
