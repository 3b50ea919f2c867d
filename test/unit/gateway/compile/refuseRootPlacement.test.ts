import { shopSchema } from '../engine/support/shop.ts';
import { type DiagnosticCase, testDiagnostics } from './support/testDiagnostics.ts';

const get = (selection: string) => `query get @endpoint(method: GET, path: "/p") { ${selection} }`;

const cases: DiagnosticCase[] = [
  [
    'several root fields can be wrapped',
    get('... @wrap(as: "a") { shop { name } nodes { id } } product(id: 1) { id }'),
  ],
  ['several root fields can be spread', get('shop @spread { name } nodes { id }')],
  [
    'a fragment with the only root field',
    get('... ▶@wrap(as: "a") { shop { name } }'),
    '@wrap has no object around it: the only root field is the response. | Write @wrap on the field itself.',
  ],
  [
    'the only root field',
    get('shop ▶@spread { name }'),
    '@spread has no object around it: the only root field is the response. | Remove it, or select another root field.',
  ],
  [
    'the child of @unwrap',
    get('shop ▶@unwrap { owner @spread { id } }'),
    '@unwrap is on "shop", which must select exactly one field, without a condition. | Select one field, or remove @unwrap.',
  ],
  [
    'a group in @unwrap',
    get('shop ▶@unwrap { ... @wrap(as: "a") { name } }'),
    '@unwrap is on "shop", which must select exactly one field, without a condition. | Select one field, or remove @unwrap.',
  ],
];
testDiagnostics(shopSchema, cases);
