import { expect, test } from 'vitest';
import {
  type TokenHelp,
  type TokenSource,
  describeTokenSource,
} from '../../../../src/gateway/serve/docs/renderReference.ts';

test.each<[TokenSource, TokenHelp]>([
  [{ kind: 'issuer' }, { text: 'Requests require a token of the configured issuer.' }],
  [{ kind: 'upstream' }, { text: 'Requests require a token that the upstream GraphQL API accepts.' }],
  [
    { kind: 'local', scopes: ['a', 'b'] },
    {
      text: 'Requests require a token. Create one where this server was started, with the same DATA_DIR and only the scopes that it needs:',
      command: "npm exec -- portico token --scope 'a b'",
    },
  ],
])('%j', (source, expected) => {
  expect(describeTokenSource(source)).toEqual(expected);
});
