// The files of a body: where they can be, and their bounds.
import type { OperationDefinitionNode } from 'graphql';
import type { EndpointDocument } from '../document/Version.ts';
import type { UploadPlan } from '../../plan/EndpointPlan.ts';
import type { ParameterPlan } from '../../plan/ParameterPlan.ts';
import { typeName } from '../../plan/TypeTable.ts';
import { isUpload } from '../../plan/bounds.ts';
import { MULTIPART_TYPE, essenceOf } from '../../http/mediaTypes.ts';
import type { CompileContext } from '../CompileContext.ts';

/** Whether the whole body is a file, which can have any media type. */
export function isWholeUpload(parameters: readonly ParameterPlan[], { types, conventions }: CompileContext): boolean {
  const whole = parameters.find(({ source }) => source === 'whole');
  return /^Upload!?$/.test(whole?.type ?? '') && isUpload('Upload', { types: types.table, conventions });
}

/**
 * Compiles the bounds of files. Reports an Upload that is neither the whole body nor in a form of several parts, and one that is outside the body. Undefined where
 * the body has neither files nor parts.
 */
export function compileUploads(
  { operation, lookup }: EndpointDocument,
  parameters: readonly ParameterPlan[],
  consumes: readonly string[],
  context: CompileContext,
): UploadPlan | undefined {
  const { conventions, report } = context;
  const types = { types: context.types.table, conventions };
  const holds = (parameter: ParameterPlan): boolean => {
    // Grows while it is iterated over: each type is visited once, because filters refer to each other.
    const names = new Set([typeName(parameter.type)]);
    for (const name of names) {
      if (isUpload(name, types)) return true;
      for (const { type } of types.types.inputs[name]?.fields ?? []) names.add(typeName(type));
    }
    return false;
  };
  const isKnown = context.schema.getType('Upload') !== undefined;
  const found = parameters.filter((parameter) => isKnown && !parameter.constraints.values && holds(parameter));
  const isForm = consumes.some((type) => essenceOf(type).toLowerCase() === MULTIPART_TYPE);
  const isWhole = isWholeUpload(parameters, context);
  const variables = [operation, lookup].flatMap((definition: OperationDefinitionNode | undefined) =>
    definition ? (definition.variableDefinitions ?? []) : [],
  );
  for (const { source, variable } of found) {
    if ((isWhole || isForm) && (source === 'body' || source === 'whole')) continue;
    const node = variables.find((candidate) => candidate.variable.name.value === variable);
    if (source === 'body' || source === 'whole') {
      const hint = 'Add consumes: ["multipart/form-data"], or make it the whole body.';
      report(node, 'Upload needs multipart/form-data.', hint);
    } else {
      const hint = 'Put it into a body of multipart/form-data, or make it the whole body.';
      report(node, `A file cannot be in the ${source}.`, hint);
    }
  }
  const { maxBytes, maxFiles } = conventions.uploads;
  if (found.length === 0) return isForm ? { maxBytes, maxFiles: 0 } : undefined;
  const sizes = found.map(({ type, constraints }) =>
    isUpload(typeName(type), types) ? Math.min(constraints.maxLength ?? maxBytes, maxBytes) : maxBytes,
  );
  return { maxBytes: Math.max(...sizes), ...(isWhole ? { maxFiles: 1, isWhole } : { maxFiles }) };
}
