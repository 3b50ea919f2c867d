import { type Field, usableInputs } from './schema/fields.ts';
import type { DraftContext } from './DraftContext.ts';
import { type Placement, QUERY_VERBS } from './Placement.ts';
import { findOwnerKey, findParentKey } from './findOwnerKey.ts';
import { camelCase } from './naming/camelCase.ts';
import { isPluralNoun, kebabCase, pluralNoun, singularNoun } from './naming/nouns.ts';
import { pascalCase } from './naming/pascalCase.ts';
import { splitWords } from './naming/splitWords.ts';
import type { Connection } from './schema/readConnection.ts';

const LIST_PREFIXES = /^(?:all|list|get|fetch|find|find many|get all|list all|fetch all|query)$/;

/** The placement of a field that is a list; `words` are those of its name. */
export function placeList(
  field: Field,
  { words, connection }: { words: readonly string[]; connection: Connection },
  { nouns }: DraftContext,
): Placement {
  const { item } = connection;
  let core = [...words];
  for (const length of [2, 1]) {
    if (core.length > length && LIST_PREFIXES.test(core.slice(0, length).join(' '))) core = core.slice(length);
  }
  if (core.length > 1 && core.at(-1) === 'list') core = core.slice(0, -1);
  const args = usableInputs(field.args);
  const itemWords = singularNoun(splitWords(item.name));
  const at = core.findIndex((word, index) => index > 0 && (word === 'by' || word === 'for'));
  const head = at > 0 ? core.slice(0, at) : core;
  const isPlural = isPluralNoun(head) || singularNoun(head).join() === itemWords.join() || nouns.has(head);
  const base = {
    kind: 'list' as const,
    otherPaths: [],
    fallback: `List ${(isPlural ? pluralNoun(head) : core).join(' ')}.`,
  };

  // The sessions of a user: userSessions(id).
  const owner = nouns.prefixOf(core.slice(0, -1));
  const rest = core.slice(owner.length);
  const ownerKey = owner.length > 0 && rest.length > 0 ? findOwnerKey(args, owner, nouns) : undefined;
  if (ownerKey) {
    return {
      ...base,
      noun: owner,
      keys: [ownerKey],
      isOwnerKey: true,
      path: ([key]) => `/${kebabCase(pluralNoun(owner))}/{${key}}/${kebabCase(rest)}`,
      rank: 2,
      names: [`list${pascalCase(core)}`],
    };
  }
  const [verb = ''] = core;
  if (QUERY_VERBS.has(verb) && core.length > 1) {
    const noun = core.slice(1);
    return {
      ...base,
      noun,
      keys: [],
      path: () => `/${kebabCase(pluralNoun(noun))}/${verb}`,
      rank: 2,
      names: [`${verb}${pascalCase(pluralNoun(noun))}`],
      fallback: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${pluralNoun(noun).join(' ')}.`,
    };
  }
  const above = findParentKey(args, { core, noun: singularNoun(core) }, nouns);
  // What a query reads by its own id is a collection of its own.
  if (above && isPlural && !nouns.isItem(core)) {
    return {
      ...base,
      noun: above.owner,
      keys: [above.key],
      isOwnerKey: true,
      path: ([key]) => `/${kebabCase(pluralNoun(above.owner))}/{${key}}/${kebabCase(pluralNoun(above.rest))}`,
      rank: 2,
      names: [`list${pascalCase(core)}`],
    };
  }
  if (at > 0 && (nouns.has(head) || singularNoun(head).join() === itemWords.join())) {
    const plural = pluralNoun(head);
    return {
      ...base,
      noun: singularNoun(head),
      keys: [],
      path: () => `/${kebabCase(plural)}/${kebabCase(core.slice(at))}`,
      rank: 2,
      names: [`list${pascalCase([...plural, ...core.slice(at)])}`],
    };
  }
  if (!isPlural && owner.length > 0 && rest.length > 0) {
    return {
      ...base,
      noun: owner,
      keys: [],
      path: () => `/${kebabCase(nouns.isSingle(owner) ? owner : pluralNoun(owner))}/${kebabCase(rest)}`,
      otherPaths: [`/${kebabCase(words)}`],
      rank: 3,
      names: [camelCase(core)],
    };
  }
  const collection = isPlural && at <= 0 ? pluralNoun(core) : core;
  return {
    ...base,
    noun: singularNoun(core),
    keys: [],
    path: () => `/${kebabCase(collection)}`,
    // Of users and allUsers, the first is the more natural.
    rank: (connection.items ? 0 : 1) + (core.length < words.length ? 0.5 : 0),
    names: [core[0] === 'search' ? camelCase(core) : `list${pascalCase(collection)}`],
  };
}
