import type { Setup } from '../Setup.ts';
import { headerVariable } from './headerVariable.ts';

/** `portico.config.ts`, which imports this package. Values of headers are read from environment variables. */
export function renderConfig({ schema, upstream, headers, endpoints }: Setup, packageName: string): string {
  const lines = [
    `schema: ${quote(schema)},`,
    ...(upstream === undefined ? [] : [`upstream: ${quote(upstream)},`]),
    ...(upstream === undefined || headers.length === 0 ? [] : [`headers: { ${headers.map(property).join(', ')} },`]),
    `endpoints: ${quote(endpoints)},`,
  ];
  return `import { defineConfig } from ${quote(packageName)};\n\nexport default defineConfig({\n${lines.map((line) => `  ${line}\n`).join('')}});\n`;
}

function property(header: string): string {
  const name = /^[a-z]\w*$/.test(header) ? header : quote(header);
  return `${name}: process.env.${headerVariable(header)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
