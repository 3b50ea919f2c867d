import type { Schema } from '../../describe/openapi/Schema.ts';
import type { Form } from './Form.ts';

/** Keywords that say something to people and nothing of the values, besides those that begin with `x-`. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'externalDocs',
  'readOnly',
  'writeOnly',
  'default',
]);

/** Reads one OpenAPI document: follows its references, and takes its schemas apart into forms. */
export class OpenApiReader {
  readonly document: Schema;
  /** A schema answers the same forms each time, so that two of them are known when they are met again. */
  readonly #forms = new WeakMap<Schema, readonly Form[]>();

  constructor(document: Schema) {
    this.document = document;
  }

  /** The node itself, or what it refers to. What stands beside a reference wins over what it refers to. */
  resolve(node: unknown): Schema {
    const { $ref, ...own } = asObject(node);
    if (typeof $ref !== 'string') return asObject(node);
    return { ...this.resolve(this.#target($ref)), ...own };
  }

  /** What a schema allows, apart by type: `anyOf` and lists of types are taken apart, `allOf` is put together. */
  formsOf(node: unknown): readonly Form[] {
    const schema = asObject(node);
    let forms = this.#forms.get(schema);
    if (!forms) {
      this.#forms.set(schema, []); // so that a schema that is nothing but itself ends here
      forms = this.#takeApart(schema);
      this.#forms.set(schema, forms);
    }
    return forms;
  }

  #takeApart(schema: Schema): readonly Form[] {
    const { $ref, anyOf, oneOf, allOf, ...own } = schema;
    if (typeof $ref === 'string') {
      const shape = $ref.slice($ref.lastIndexOf('/') + 1);
      const forms = this.formsOf(this.#target($ref)).map((form) => ({ ...form, shape }));
      return together([forms, this.#own(own)]);
    }
    const choices = anyOf ?? oneOf;
    const parts = Array.isArray(allOf) ? allOf.map((part) => this.formsOf(part)) : [];
    if (Array.isArray(choices)) parts.push(choices.flatMap((choice) => this.formsOf(choice)));
    return parts.length === 0 ? singleForms(own) : together([...parts, this.#own(own)]);
  }

  /** Keywords beside a reference or a choice are one more part, unless they only annotate it. */
  #own(keywords: Schema): readonly Form[] {
    return Object.keys(keywords).every(isAnnotation) ? [] : singleForms(keywords);
  }

  #target(reference: string): unknown {
    return reference
      .slice('#/'.length)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((node, name) => asObject(node)[name], this.document);
  }
}

/** Whether a keyword can change without any value becoming valid or invalid by it. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

/** The node if it is an object; else an empty one, which as a schema allows everything. */
export function asObject(node: unknown): Schema {
  return typeof node === 'object' && node !== null ? (node as Schema) : {};
}

function singleForms(schema: Schema): readonly Form[] {
  const { type, const: only, enum: listed = only === undefined ? undefined : [only], ...rest } = schema;
  const types = Array.isArray(type) ? type.map(String) : [typeof type === 'string' ? type : undefined];
  return types.map((each) => {
    if (each === 'null' || !Array.isArray(listed)) return { type: each, schema: rest };
    const values = each === undefined ? listed : listed.filter((value) => value !== null);
    return { type: each, schema: { ...rest, enum: values } };
  });
}

/** What is of a form of each part at the same time. Forms of different types have nothing in common. */
function together(parts: readonly (readonly Form[])[]): readonly Form[] {
  const [first = [], ...rest] = parts.filter((part) => part.length > 0);
  return rest.reduce((all, part) => all.flatMap((one) => part.flatMap((other) => both(one, other) ?? [])), first);
}

function both(one: Form, other: Form): Form | undefined {
  if (one.type !== undefined && other.type !== undefined && one.type !== other.type) return undefined;
  const [a, b] = [one.schema, other.schema];
  const properties = { ...asObject(a['properties']) };
  for (const [name, schema] of Object.entries(asObject(b['properties']))) {
    properties[name] = name in properties ? { allOf: [properties[name], schema] } : schema;
  }
  const required = [...asList(a['required']), ...asList(b['required'])];
  return {
    ...one,
    type: one.type ?? other.type,
    schema: {
      ...a,
      ...b,
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
    },
  };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
