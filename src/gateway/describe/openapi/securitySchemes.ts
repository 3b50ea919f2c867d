import type { Presence } from '../../plan/conventions/Conventions.ts';
import type { SecurityScheme, SecuritySchemes } from '../../plan/conventions/SecurityScheme.ts';
import { isBearer, placeOf } from '../../plan/conventions/credentialRules.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { Schema } from './Schema.ts';

/** That of an API that states none. */
const DEFAULT_SCHEMES: SecuritySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A signed token with scopes.' },
};

/** A scheme as some versions have it. */
interface DescribedScheme {
  /** As it is stated. */
  base: string;
  name: string;
  schema: Schema;
  /** Where requests have the credentials, in words. */
  place: string;
  versions: number[];
}

/**
 * The schemes in which credentials are sent to the versions of one document: those that the API states, or `bearer`. Tokens have the
 * scheme of the conventions; where versions have different ones, the name of a later one has its version as a suffix.
 */
export function describeSecurity(versions: readonly VersionPlan[], schemes = DEFAULT_SCHEMES) {
  const all: DescribedScheme[] = [];
  for (const { number, conventions } of versions) {
    for (const [name, scheme] of Object.entries(schemes)) {
      const place = placeOf(scheme, conventions.auth.scheme, '`');
      const same = all.filter((each) => each.base === name);
      const known = same.find((each) => each.place === place);
      if (known) known.versions.push(number);
      else {
        const ownName = same.length === 0 ? name : `${name}V${number}`;
        const schema = describeScheme(scheme, conventions.auth.scheme);
        all.push({ base: name, name: ownName, schema, place, versions: [number] });
      }
    }
  }
  return {
    /** By name, as `components.securitySchemes` has them. */
    schemes: Object.fromEntries(all.map(({ name, schema }) => [name, schema])),
    /** The `security` of an operation of some versions, by its `auth` in each: alternatives, `{}` where none is required. */
    securityOf(endpoints: readonly { version: number; auth: Presence }[]): Schema[] {
      const numbers = endpoints.flatMap(({ version, auth }) => (auth === 'NONE' ? [] : [version]));
      const read = all.filter((each) => numbers.some((number) => each.versions.includes(number)));
      const isOptional = read.length > 0 && endpoints.some(({ auth }) => auth !== 'REQUIRED');
      return [...(isOptional ? [{}] : []), ...read.map(({ name }) => ({ [name]: [] }))];
    },
    /** What requests carry, in words. */
    description: all
      .map(({ place, versions: numbers }, index) => {
        const within =
          numbers.length === versions.length ? '' : ` in version ${numbers.toSorted((a, b) => a - b).join(' and ')}`;
        return index === 0 ? place : `or ${place}${within}`;
      })
      .join(', '),
  };
}

function describeScheme(scheme: SecurityScheme, bearer: string): Schema {
  if (!isBearer(scheme) || bearer === 'Bearer') return scheme;
  const { description } = scheme;
  return { type: 'http', scheme: bearer, ...(description !== undefined && { description }) };
}
