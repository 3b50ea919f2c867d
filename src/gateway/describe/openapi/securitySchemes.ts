import type { Endpoint } from '../../runtime/Endpoint.ts';
import type { Conventions } from '../../conventions/Conventions.ts';
import type { Schema } from './Schema.ts';

/** The schemes in which credentials are sent to the versions of one document; versions with the same scheme share it. */
export interface SecuritySchemes {
  /** By name, as `components.securitySchemes` has them. */
  schemes: Schema;
  /** The alternatives of an operation that these versions answer, as its `security` has them. */
  securityOf(versions: readonly number[]): Schema[];
  /** What the Authorization header looks like, in words. */
  description: string;
}

/** Names the schemes of these endpoints: the first version's is `bearer`, another one has its version behind that. */
export function describeSecurity(endpoints: readonly Endpoint[], fallback: Conventions): SecuritySchemes {
  const named = new Map<string, { name: string; versions: number[] }>();
  for (const { version, conventions } of endpoints) {
    const { scheme } = conventions.auth;
    const known = named.get(scheme);
    if (!known) named.set(scheme, { name: named.size === 0 ? 'bearer' : `bearerV${version}`, versions: [version] });
    else if (!known.versions.includes(version)) known.versions.push(version);
  }
  if (named.size === 0) named.set(fallback.auth.scheme, { name: 'bearer', versions: [] });
  const all = [...named];
  return {
    schemes: Object.fromEntries(all.map(([scheme, { name }]) => [name, describeScheme(scheme)])),
    securityOf: (versions) =>
      all.flatMap(([, each]) =>
        versions.some((version) => each.versions.includes(version)) ? [{ [each.name]: [] }] : [],
      ),
    description: all
      .map(([scheme, { versions }], index) => {
        const header = `\`Authorization: ${scheme} <token>\``;
        return index === 0 ? header : `or ${header} in version ${[...versions].sort((a, b) => a - b).join(' and ')}`;
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
