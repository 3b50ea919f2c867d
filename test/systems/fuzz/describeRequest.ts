// A request as a command that sends it again.
import type { AnyRequest } from '../../promises/support/anyRequest.ts';
import { ALL_SCOPES } from '../../promises/support/signToken.ts';

/** The command of curl; `$TOKEN` stands for a token with all scopes, or with those of the comment. */
export function describeRequest(url: URL, { method, path, headers, body, scope }: AnyRequest): string {
  const credentials = scope === null ? '' : ' -H "authorization: Bearer $TOKEN"';
  const fields = Object.entries(headers).map(
    ([name, value]) => ` -H $'${escape(Buffer.from(`${name}: ${value}`, 'latin1'))}'`,
  );
  const input = body === undefined ? '' : `printf %b '${escape(Buffer.from(body))}' | `;
  const data = body === undefined ? '' : ' --data-binary @-';
  const target = `$'${escape(Buffer.from(url.origin + path))}'`;
  const comment = scope === null || scope === ALL_SCOPES ? '' : ` # scopes: ${scope}`;
  return `${input}curl -i -X ${method} --path-as-is ${target}${credentials}${fields.join('')}${data}${comment}`;
}

/** The command that sends these bytes. */
export function describeBytes(url: URL, bytes: Buffer): string {
  return `printf %b '${escape(bytes)}' | nc -q 5 ${url.hostname} ${url.port}`;
}

/** Bytes as `printf %b` and the ANSI-C quotes of a shell read them. */
function escape(bytes: Buffer): string {
  const characters = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[ -&(-[\]-~]/.test(character) ? character : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return characters.join('');
}
