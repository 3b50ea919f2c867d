/** `graphql.config.yml`, for language servers: the type definitions and the documents that belong together. */
export function renderGraphqlConfig({ schemas, endpoints }: { schemas: readonly string[]; endpoints: string }): string {
  const items = schemas.map((schema) => `  - ${scalar(schema)}\n`).join('');
  return `schema:\n${items}documents: ${scalar(`${endpoints}/v*/**/*.graphql`)}\n`;
}

/** A text in YAML, in quotation marks where it may need them. */
function scalar(text: string): string {
  return /^[\w.][\w./*-]*$/.test(text) ? text : JSON.stringify(text);
}
