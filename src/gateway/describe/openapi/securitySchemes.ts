import type { VersionPlan } from '../../plan/ApiPlan.ts';
import type { Schema } from './Schema.ts';

/** The schemes in which credentials are sent to the versions of one document; versions with the same scheme share it. */
export interface SecuritySchemes {
  /** By name, as `components.securitySchemes` has them. */
  schemes: Schema;
  /** The `security` of an operation of these versions: alternatives. */
  securityOf(versions: readonly number[]): Schema[];
  /** The Authorization header, in words. */
  description: string;
}

/** Names the schemes of these versions: the first version's is `bearer`, another one has its version as a suffix. */
export function describeSecurity(versions: readonly VersionPlan[]): SecuritySchemes {
  const named = new Map<string, { name: string; versions: number[] }>();
  for (const { number, conventions } of versions) {
    const { scheme } = conventions.auth;
    const known = named.get(scheme);
    if (!known) named.set(scheme, { name: named.size === 0 ? 'bearer' : `bearerV${number}`, versions: [number] });
    else known.versions.push(number);
  }
  const all = [...named];
  return {
    schemes: Object.fromEntries(all.map(([scheme, { name }]) => [name, describeScheme(scheme)])),
    securityOf: (numbers) =>
      all.flatMap(([, each]) =>
        numbers.some((number) => each.versions.includes(number)) ? [{ [each.name]: [] }] : [],
      ),
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
