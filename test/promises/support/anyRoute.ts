import fc from 'fast-check';
import { PROTOTYPE_KEYS, encoded, mostly, numeral, text } from './anyText.ts';

const PARAMETERS = [
  'limit',
  'offset',
  'page',
  'cursor',
  'expand',
  'city',
  'id',
  'sort',
  'status',
  'userId',
  'search',
  ...PROTOTYPE_KEYS,
];
const any = fc.oneof(numeral, text);

/** Parameters with values that nearly fit them. */
const parameter = fc.oneof(
  fc.tuple(fc.constant('limit'), mostly(fc.integer({ min: -1, max: 102 }).map(String), any)),
  fc.tuple(fc.constantFrom('offset', 'page'), mostly(fc.integer({ min: -1, max: 30 }).map(String), any)),
  fc.tuple(fc.constant('cursor'), mostly(fc.constant(''), any)),
  fc.tuple(fc.constant('expand'), mostly(fc.constantFrom('items', 'user', 'items,user', ''), any)),
  fc.tuple(fc.constant('city'), mostly(fc.constantFrom('London', 'pARIS'), any)),
  fc.tuple(fc.constant('sort'), mostly(fc.constantFrom('id', '-id', 'createdAt', '-createdAt'), any)),
  fc.tuple(fc.constant('status'), mostly(fc.constantFrom('pending', 'paid', 'delivered'), any)),
  fc.tuple(fc.constant('userId'), mostly(fc.nat(130).map(String), any)),
  fc.tuple(fc.constant('search'), mostly(fc.constantFrom('ada', 'CUTTING', '%%%', '___', "o's"), any)),
  fc.tuple(mostly(fc.constantFrom(...PARAMETERS), text), any),
);
/** A query string, empty half of the time. */
export const query = mostly(fc.constant<[string, string][]>([]), fc.array(parameter, { minLength: 1, maxLength: 3 }), 1)
  .chain((pairs) => fc.tuple(...pairs.flat().map((part) => encoded(fc.constant(part)))))
  .map((parts) => {
    const pairs = parts.flatMap((part, at) => (at % 2 === 0 ? [`${part}=${parts[at + 1]}`] : []));
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  });

/** What stands before a path. */
export const version = mostly(fc.constantFrom('', '/v1', '/v2'), fc.constantFrom('/v3', '/v01', '/V1', '/v'), 12);
const id = mostly(fc.nat(300).map(String), encoded(any), 8);
const lists = fc.constantFrom('/users', '/orders', '/products', '/forecast');
const items = fc.tuple(fc.constantFrom('/users/', '/orders/', '/products/'), id).map((parts) => parts.join(''));
const nonsense = fc.array(encoded(text), { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'];

/** A method and a path: mostly an endpoint that exists, else anything at anything. */
export const route = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('GET', 'GET', 'HEAD'), fc.oneof(lists, items)) },
  { weight: 5, arbitrary: fc.tuple(fc.constant('POST'), fc.constantFrom('/users', '/orders', '/users/')) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom('PUT', 'PATCH', 'DELETE'),
      id.map((user) => `/users/${user}`),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('POST'), fc.constant('/graphql')) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...METHODS), fc.oneof(lists, items)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...METHODS), fc.oneof(nonsense, fc.constant('/health/live'))) },
);
