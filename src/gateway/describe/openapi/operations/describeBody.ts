// The body of a request in its media types. See OpenAPI 3.1, sections 4.8.13 to 4.8.15.
import { jsonTypeOf } from '../../../plan/conventions/scalarConversions.ts';
import { type EndpointPlan, bodyTypes, takesBody } from '../../../plan/EndpointPlan.ts';
import { isBytesBody } from '../../../plan/ParameterPlan.ts';
import { typeName } from '../../../plan/TypeTable.ts';
import { FORM_TYPE, MULTIPART_TYPE, essenceOf, isJsonType } from '../../../http/mediaTypes.ts';
import type { Schema } from '../Schema.ts';
import type { SchemaContext } from '../schemas/SchemaRegistry.ts';
import { inputSchema, propertiesSchema } from '../schemas/inputSchema.ts';

/** The body of a request. */
export interface DescribedBody {
  required: boolean;
  /** As JSON. */
  schema: Schema;
  /** Its media types. */
  types: readonly string[];
  /** The Encoding Objects of a form, by property; absent: none. */
  encoding?: Schema;
  /** Those of the media types whose body is bytes; absent: none. */
  bytes?: readonly string[];
}

/** The body of a request; undefined where the endpoint reads none. */
export function describeBody(endpoint: EndpointPlan, context: SchemaContext): DescribedBody | undefined {
  const { parameters, ignored } = endpoint;
  if (!takesBody(endpoint.method)) return undefined;
  const unread = (ignored?.body ?? []).map((name) => name.split('.'));
  const whole = parameters.find(({ source }) => source === 'whole');
  const types = bodyTypes(endpoint);
  const { conventions, types: table } = context.version;
  const describeForm = (nested: readonly string[]): Pick<DescribedBody, 'encoding'> =>
    nested.length > 0 && types.some(isFormType)
      ? { encoding: Object.fromEntries(nested.map((name) => [name, DEEP_OBJECT])) }
      : {};
  if (whole) {
    const fields = table.inputs[typeName(whole.type)]?.fields ?? [];
    return {
      required: whole.required,
      schema: inputSchema(whole.type, whole.constraints, context, unread),
      types,
      ...describeForm(fields.filter(({ type }) => nests(type, context)).map(({ wireName }) => wireName)),
      ...(endpoint.uploads?.isWhole && { bytes: types }),
      ...(isBytesBody(parameters, conventions) && { bytes: types.filter((type) => !isJsonType(type)) }),
    };
  }
  const own = parameters.filter(({ source }) => source === 'body');
  if (own.length === 0 && unread.length === 0) return undefined;
  const entries = [
    ...own.map((parameter) => ({ path: parameter.name.split('.'), parameter })),
    ...unread.map((path) => ({ path })),
  ];
  const nested = own.filter(
    ({ name, type, constraints }) => name.includes('.') || (!constraints.values && nests(type, context)),
  );
  return {
    required: own.some(({ required }) => required),
    schema: propertiesSchema(entries, context),
    types,
    ...describeForm(nested.map(({ name }) => name.split('.')[0]!)),
  };
}

/** The style that generators write with brackets. */
const DEEP_OBJECT = { style: 'deepObject', explode: true };

function isFormType(mediaType: string): boolean {
  return [FORM_TYPE, MULTIPART_TYPE].includes(essenceOf(mediaType).toLowerCase());
}

/** Whether a value of a type can be an object in a form, or a list of objects or lists. */
function nests(type: string, { version: { types, conventions } }: SchemaContext): boolean {
  const name = typeName(type);
  return type.startsWith('[[') || Object.hasOwn(types.inputs, name) || jsonTypeOf(name, conventions) === 'any';
}

/** The Request Body Object. */
export function requestBodyOf({ required, schema, types, encoding, bytes = [] }: DescribedBody): Schema {
  const mediaTypeOf = (type: string): Schema => {
    if (bytes.includes(type)) return {};
    return { schema, ...(encoding && isFormType(type) && { encoding }) };
  };
  return { required, content: Object.fromEntries(types.map((type) => [type, mediaTypeOf(type)])) };
}
