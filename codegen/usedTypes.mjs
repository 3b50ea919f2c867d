// A plugin of GraphQL Code Generator: what typescript and typescript-resolvers generate, without descriptions and without the types
// that `Resolvers` does not refer to, such as those of subscriptions, directives and the objects that mappers replace.
import { plugin as generateTypes } from '@graphql-codegen/typescript';
import { plugin as generateResolvers } from '@graphql-codegen/typescript-resolvers';

/** Types that are read by key, `Scalars['Int']`, each after those that refer to it. */
const MAPS = ['ResolversParentTypes', 'ResolversTypes', 'Scalars'];

/** Generates `Resolvers` and every type that it refers to. */
export async function plugin(schema, documents, config) {
  const outputs = [await generateTypes(schema, documents, config), await generateResolvers(schema, documents, config)];
  const text = outputs.flatMap(({ prepend, content }) => [...prepend, content]).join('\n');
  const statements = splitStatements(MAPS.reduce(dropUnusedKeys, text.replaceAll(/^ *\/\*\*.*?\*\/\n/gms, '')));
  const imports = statements.filter((statement) => statement.startsWith('import'));
  const declarations = statements.filter((statement) => !statement.startsWith('import'));
  const used = selectUsed(declarations, 'Resolvers');
  const words = new Set(used.flatMap(typeNames));
  return `${[...imports.map((statement) => dropUnusedNames(statement, words)), ...used].join('\n')}\n`;
}

/** The statements of generated text: each begins with one of these words, whatever its indentation. */
function splitStatements(text) {
  const statements = text.split(/^ *(?=(?:import|export|type|interface) )/m);
  return statements.map((statement) => statement.trim()).filter(Boolean);
}

function dropUnusedKeys(text, name) {
  return text.replace(new RegExp(`^export type ${name} = \\{.*?^\\};`, 'ms'), (map) =>
    map.replaceAll(/^ {2}(\w+): .*\n/gm, (entry, key) => (text.includes(`${name}['${key}']`) ? entry : '')),
  );
}

/** The declaration of this name and of every type that it refers to, in the order of the text. */
function selectUsed(declarations, root) {
  const byName = new Map(declarations.map((text) => [/(?:type|interface) (\w+)/.exec(text)[1], text]));
  const reached = new Set();
  const reach = (name) => {
    if (reached.has(name) || !byName.has(name)) return;
    reached.add(name);
    typeNames(byName.get(name)).forEach(reach);
  };
  reach(root);
  return [...byName].filter(([name]) => reached.has(name)).map(([, text]) => text);
}

/** The words of a declaration that are neither a property nor a text. */
function typeNames(declaration) {
  return declaration.replaceAll(/'\w+'|\w+\??:/g, '').match(/\w+/g) ?? [];
}

function dropUnusedNames(statement, words) {
  return statement.replace(/\{ *(.*?) *\}/, (_, list) => {
    return `{ ${list
      .split(/ *, */)
      .filter((name) => words.has(name))
      .join(', ')} }`;
  });
}
