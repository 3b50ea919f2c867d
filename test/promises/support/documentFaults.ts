// What neither the schema of OpenAPI nor a linter sees: whether the parts of a document fit each other.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Node = Readonly<Record<string, unknown>>;

function examplesOf(document: object): Readonly<Record<string, { value: unknown } | undefined>> {
  return (document as { components?: { examples?: Record<string, { value: unknown }> } }).components?.examples ?? {};
}

/** The characters of the name of a component. See OpenAPI 3.1, section 4.8.7.1. */
const COMPONENT_NAME = /^[\w.-]+$/;

/** What ECMAScript has and RE2, Rust or Python lack: looking around, references back, and classes of Unicode scripts. */
const UNPORTABLE = /\(\?(?!:)|\\[1-9kcbBuxpP]/;

/** Keywords whose values are data, in which nothing is a schema. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'required']);

/** The faults of an OpenAPI document, each with its JSON Pointer. Empty for a document without. */
export function documentFaults(document: object): string[] {
  const faults: string[] = [];
  const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }));
  ajv.addSchema(document, 'document');
  const check = (value: unknown, pointer: string, what: string) => {
    const $ref = `document#${pointer.split('/').map(encodeURIComponent).join('/')}`;
    const isValid = ajv.compile({ $ref });
    if (!isValid(value)) faults.push(`${pointer}: ${what} ${JSON.stringify(value)} ${ajv.errorsText(isValid.errors)}`);
  };
  const visit = (node: unknown, pointer: string) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, each] of Object.entries(node)) {
      const isName = pointer.endsWith('/properties');
      if (isName || !DATA.has(key)) visit(each, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
    if (pointer.endsWith('/properties') || Array.isArray(node)) return;
    const { required, properties, pattern, examples, example, default: usual, schema } = node as Node;
    if (Array.isArray(required) && typeof properties === 'object') {
      const missing = (required as string[]).filter((name) => !Object.hasOwn(properties as object, name));
      if (missing.length > 0) faults.push(`${pointer}: required ${missing.join()} without properties`);
    }
    if (typeof pattern === 'string' && UNPORTABLE.test(pattern)) faults.push(`${pointer}: pattern ${pattern}`);
    if (Array.isArray(examples)) for (const each of examples) check(each, pointer, 'example');
    if (usual !== undefined) check(usual, pointer, 'default');
    if (example !== undefined && schema !== undefined) check(example, `${pointer}/schema`, 'example');
    if (typeof schema !== 'object' || schema === null) return;
    // A parameter or a media type: each has an example, and those of several places are components.
    const shared = Array.isArray(examples) ? [] : Object.values(examples ?? {});
    for (const { $ref } of shared as { $ref: string }[]) {
      const { value } = examplesOf(document)[$ref.split('/').at(-1)!] ?? {};
      check(value, `${pointer}/schema`, 'example');
    }
    const given = example ?? shared[0] ?? (schema as Node)['examples'] ?? (schema as Node)['default'];
    if (given === undefined && !/\/headers\/[^/]+$/.test(pointer)) faults.push(`${pointer}: no example`);
  };
  visit(document, '');
  const { components = {} } = document as { components?: Record<string, object> };
  for (const [kind, all] of Object.entries(components)) {
    for (const name of Object.keys(all)) if (!COMPONENT_NAME.test(name)) faults.push(`/components/${kind}: ${name}`);
  }
  return faults;
}
