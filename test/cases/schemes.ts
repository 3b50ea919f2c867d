/** A way to select a version of the interface. */
export interface Scheme {
  name: string;
  version: 1 | 2;
  /** What stands before the path of a resource. */
  prefix: '' | '/v1' | '/v2';
  headers: Readonly<Record<string, string>>;
  /** The media type of a successful response. */
  contentType: string;
}

const JSON_TYPE = 'application/json';
const VENDOR_1 = 'application/vnd.portico.v1+json';
const VENDOR_2 = 'application/vnd.portico.v2+json';

/** Every way to select every version. What holds in one of them holds in all: see `promises/http/schemes.test.ts`. */
export const SCHEMES: readonly Scheme[] = [
  { name: '/v1', version: 1, prefix: '/v1', headers: {}, contentType: JSON_TYPE },
  { name: '/v2', version: 2, prefix: '/v2', headers: {}, contentType: JSON_TYPE },
  { name: 'no version', version: 1, prefix: '', headers: {}, contentType: JSON_TYPE },
  { name: 'vendor Accept v1', version: 1, prefix: '', headers: { accept: VENDOR_1 }, contentType: VENDOR_1 },
  { name: 'vendor Accept v2', version: 2, prefix: '', headers: { accept: VENDOR_2 }, contentType: VENDOR_2 },
];

/** The schemes in which an ordinary path names the version, for promises that have nothing to do with negotiation. */
export const [V1, V2] = SCHEMES as readonly [Scheme, Scheme, ...Scheme[]];

/** How a version takes a user, from the parts of the name. */
export function userInput(version: 1 | 2, firstName: string, lastName: string): Record<string, string> {
  return version === 1 ? { name: lastName === '' ? firstName : `${firstName} ${lastName}` } : { firstName, lastName };
}

/** How a version shows a user. */
export function userShape(version: 1 | 2, id: unknown, firstName: string, lastName: string): Record<string, unknown> {
  return { id, ...userInput(version, firstName, lastName) };
}
