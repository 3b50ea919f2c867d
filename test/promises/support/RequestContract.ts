// What the OpenAPI document that a service serves says of requests, as functions: which bodies and which queries fit.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: { type?: string };
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: object } } };
}

export interface RequestDocument {
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

/** The requests that one document allows. A `format` says something to people and generators, as OpenAPI 3.1 has it. */
export class RequestContract {
  readonly #document: RequestDocument;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });

  constructor(document: RequestDocument) {
    this.#document = document;
  }

  /** Whether a parsed body fits. */
  body(method: string, path: string): ValidateFunction {
    return this.#compile(this.#document.paths[path]![method]!.requestBody!.content['application/json'].schema);
  }

  /** Whether decoded query parameters fit, each given once, and all of them known. */
  query(path: string): (given: Readonly<Record<string, string>>) => boolean {
    const known = new Map(
      (this.#document.paths[path]!['get']!.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, required, schema }) => [name, { required, type: schema.type, fits: this.#compile(schema) }]),
    );
    return (given) =>
      Object.keys(given).every((name) => known.has(name)) &&
      [...known].every(([name, { required, type, fits }]) =>
        given[name] === undefined ? !required : fits(valueOf(given[name], type)),
      );
  }

  #compile(schema: object): ValidateFunction {
    return this.#ajv.compile({ ...schema, components: this.#document.components });
  }
}

/** The value that the text of a parameter stands for; a number is written as JSON writes it, without a fraction. */
function valueOf(text: string, type: string | undefined): unknown {
  if (type === 'integer') return /^(?:0|-?[1-9]\d*)$/.test(text) ? Number(text) : text;
  if (type === 'array') return text === '' ? [] : text.split(',');
  return text;
}
