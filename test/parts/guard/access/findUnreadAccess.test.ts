import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { readAccessNames, schemaDirectivesOf } from '../../../../src/gateway/guard/access/findUnreadAccess.ts';

const OWN = { authenticated: 'authenticated', requiresScopes: 'requiresScopes', policy: 'policy' };
const federated = (namespace: string) =>
  Object.fromEntries(Object.keys(OWN).map((name) => [`${namespace}__${name}`, name]));
const FEDERATION = 'url: "https://specs.apollo.dev/federation/v2.9"';
const POLICY = 'url: "https://specs.apollo.dev/policy/v0.1"';

test.each<[string, Record<string, string>]>([
  ['', {}],
  [`@link(${FEDERATION})`, federated('federation')],
  [`@link(${FEDERATION}, as: "fed")`, federated('fed')],
  [`@link(${FEDERATION}, import: ["@policy", "@key"])`, federated('federation')],
  [`@link(${FEDERATION}, import: "@policy")`, federated('federation')],
  [`@link(${FEDERATION}, import: [{ name: "@policy" }])`, federated('federation')],
  [`@link(${FEDERATION}, import: [{ name: "@policy", as: "@rule" }])`, { ...federated('federation'), rule: 'policy' }],
  [`@link(${FEDERATION}, import: { name: "@policy", as: "@rule" })`, { ...federated('federation'), rule: 'policy' }],
  [`@link(${FEDERATION}, import: [{ name: "@key", as: "@rule" }, null, 5])`, federated('federation')],
  [
    `@link(${FEDERATION}, import: ["pol@icy", { name: "@policy", as: "ru@le" }])`,
    { ...federated('federation'), 'ru@le': 'policy' },
  ],
  [`@link(${POLICY})`, {}],
  [`@link(${POLICY}, as: "rule")`, { rule: 'policy' }],
  [`@link(url: "https://example.com/specs/policy/v0.1/", as: "rule")`, { rule: 'policy' }],
  [`@core(feature: "https://specs.apollo.dev/requiresScopes/v0.1", as: "scopes")`, { scopes: 'requiresScopes' }],
  [`@linked(${POLICY}, as: "rule")`, { rule: 'policy' }],
  ['@link(url: "https://specs.apollo.dev/join/v0.5", import: [{ name: "@policy", as: "@rule" }])', {}],
  ['@link(url: 5) @link @contact(name: "us")', {}],
])('%s', (directives, expected) => {
  const document = parse(`schema ${directives} { query: Query }`);
  expect(Object.fromEntries(readAccessNames(schemaDirectivesOf(document)))).toEqual({ ...OWN, ...expected });
});
