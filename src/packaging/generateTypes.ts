// `npm run generate`, after the Prisma client: writes what codegen.yml describes. The command line of GraphQL Code Generator reads the
// same file, and brings 290 packages.
import { readFileSync, writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers';
import { buildASTSchema, parse } from 'graphql';
import { parse as parseYaml } from 'yaml';

interface Configuration {
  config: Readonly<Record<string, unknown>>;
  /** The generated files, by their paths. */
  generates: Readonly<Record<string, { schema: string; config?: Readonly<Record<string, unknown>> }>>;
}

const { config, generates } = parseYaml(readFileSync('codegen.yml', 'utf8')) as Configuration;
for (const [filename, { schema: file, config: own }] of Object.entries(generates)) {
  const schema = parse(readFileSync(file, 'utf8'));
  const text = await codegen({
    filename,
    schema,
    schemaAst: buildASTSchema(schema, { assumeValidSDL: true }),
    documents: [],
    config: { ...config, ...own },
    plugins: [{ typescript: {} }, { typescriptResolvers: {} }],
    pluginMap: { typescript, typescriptResolvers },
  });
  writeFileSync(filename, text);
}
