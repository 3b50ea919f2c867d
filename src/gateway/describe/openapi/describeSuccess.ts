import { type EndpointPlan, isRedirect } from '../../plan/EndpointPlan.ts';
import { endOf } from '../../plan/ResultPlan.ts';
import type { Schema } from './Schema.ts';
import type { SchemaContext } from './SchemaContext.ts';
import { bodyTemplateSchema } from './bodyTemplateSchema.ts';
import { outputSchema } from './outputSchema.ts';
import { pageBodySchema } from './pageBodySchema.ts';
import { paginationSchema } from './paginationSchema.ts';

/**
 * The schema of the body of a success, or of a page of its items; undefined where it has none. Objects that are the body
 * or its items become components.
 */
export function describeSuccess(
  { name, status, page, result }: EndpointPlan,
  context: SchemaContext,
): Schema | undefined {
  if (status === 204 || isRedirect(status)) return undefined;
  const { registry, version } = context;
  const {
    body: around,
    page: { envelope, body: ofPage },
  } = version.conventions;
  const end = endOf(result);
  const ownName = `${name[0]!.toUpperCase()}${name.slice(1)}Response`;
  if (!page || end.kind !== 'connection' || (!envelope && ofPage === null)) {
    const { body, dataPath, wrapper } = result;
    // The type of a root field's object is Query or Mutation, which says nothing of the response.
    const isRoot = body.kind === 'object' && (dataPath.length === 0 || wrapper !== undefined);
    const schema = registry.markBody(outputSchema(isRoot ? { ...body, type: ownName } : body, context));
    const url = { type: 'string', format: version.conventions.urls === 'absolute' ? 'uri' : 'uri-reference' };
    return page || around === null ? schema : bodyTemplateSchema(around, schema, url);
  }
  const item = registry.markBody(outputSchema(end.of, context));
  if (!envelope || ofPage !== null) {
    return registry.list(item, pageBodySchema(ofPage, item, page, context), ownName);
  }
  const list: Schema = {
    type: 'object',
    description: 'One page of a list.',
    required: [envelope.items, envelope.info],
    properties: {
      [envelope.items]: { type: 'array', description: 'The items of the page.', items: item },
      [envelope.info]: {
        description: 'The position of the page; its properties depend on the style of pagination.',
        ...paginationSchema(page, context),
      },
    },
  };
  return registry.list(item, list, ownName);
}
