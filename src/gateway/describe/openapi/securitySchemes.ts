import type { Presence } from '../../conventions/Conventions.ts';
import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { Schema } from './Schema.ts';

/**
 * The schemes in which credentials are sent to the versions of one document; versions with the same scheme share it. That of the first
 * version is named `bearer`, another one has its version as a suffix.
 */
export function describeSecurity(versions: readonly VersionPlan[]) {
  const named = new Map<string, { name: string; versions: number[] }>();
  for (const { number, conventions } of versions) {
    const { scheme } = conventions.auth;
    const known = named.get(scheme);
    if (!known) named.set(scheme, { name: named.size === 0 ? 'bearer' : `bearerV${number}`, versions: [number] });
    else known.versions.push(number);
  }
  const all = [...named];
  return {
    /** By name, as `components.securitySchemes` has them. */
    schemes: Object.fromEntries(all.map(([scheme, { name }]) => [name, describeScheme(scheme)])),
    /** The `security` of an operation of some versions, by its `auth` in each: alternatives, `{}` where none is required. */
    securityOf(endpoints: readonly { version: number; auth: Presence }[]): Schema[] {
      const numbers = endpoints.flatMap(({ version, auth }) => (auth === 'NONE' ? [] : [version]));
      const read = all.flatMap(([, each]) =>
        numbers.some((number) => each.versions.includes(number)) ? [{ [each.name]: [] }] : [],
      );
      const isOptional = read.length > 0 && endpoints.some(({ auth }) => auth !== 'REQUIRED');
      return isOptional ? [{}, ...read] : read;
    },
    /** The Authorization header, in words. */
    description: all
      .map(([scheme, { versions: numbers }], index) => {
        const header = `\`Authorization: ${scheme} <token>\``;
        return index === 0 ? header : `or ${header} in version ${[...numbers].sort((a, b) => a - b).join(' and ')}`;
      })
      .join(', '),
  };
}

function describeScheme(scheme: string): Schema {
  return {
    type: 'http',
    ...(scheme === 'Bearer' ? { scheme: 'bearer', bearerFormat: 'JWT' } : { scheme }),
    description: 'A signed token with scopes.',
  };
}
