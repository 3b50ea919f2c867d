import { shopSchema } from '../../engine/support/shop.ts';
import { type DiagnosticCase, testDiagnostics } from '../support/testDiagnostics.ts';

const get = (selection: string) => `query get @endpoint(method: GET, path: "/p") { product(id: "1") { ${selection} } }`;
const HINT = 'Write an alias on one of the two fields, or remove one.';

const cases: DiagnosticCase[] = [
  ['names are once in one object', get('id name category @spread { title: name id2: id }')],
  ['a spread object', get('id category ▶@spread { id }'), `@spread puts "id" twice into one object. | ${HINT}`],
  ['a spread object before', get('category ▶@spread { id } id'), `@spread puts "id" twice into one object. | ${HINT}`],
  [
    'two spread objects',
    get('category @spread { name } related ▶@spread { ... on Product { name } }'),
    `@spread puts "name" twice into one object. | ${HINT}`,
  ],
  [
    'a spread object of a spread object',
    get('name category ▶@spread { id parent @spread { name } }'),
    `@spread puts "name" twice into one object. | ${HINT}`,
  ],
  ['a fragment', get('name ... ▶@wrap(as: "name") { id }'), `@wrap puts "name" twice into one object. | ${HINT}`],
  [
    'a fragment in a fragment',
    get('name ... @wrap(as: "a") { name: name ... ▶@wrap(as: "name") { id } }'),
    `@wrap puts "name" twice into one object. | ${HINT}`,
  ],
  [
    'a fragment and a spread object',
    get('... @wrap(as: "name") { id } category ▶@spread { name }'),
    `@spread puts "name" twice into one object. | ${HINT}`,
  ],
];
testDiagnostics(shopSchema, cases);
