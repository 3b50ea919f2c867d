import { describe, expect, it } from 'vitest';
import { openapi } from '../../../src/cli/openapi.ts';

const DOCUMENTS = new Map([
  ['/v1/openapi.json', { openapi: '3.1.0', info: { version: '1' } }],
  ['/v2/openapi.json', { openapi: '3.1.0', info: { version: '2' } }],
  ['/openapi.json', { openapi: '3.1.0', info: { version: 'default' } }],
]);

describe('openapi', () => {
  it.each([
    [undefined, '/openapi.json'],
    ['1', '/v1/openapi.json'],
    ['2', '/v2/openapi.json'],
    ['v2', '/v2/openapi.json'],
  ])('prints for the version %s the document at %s', (version, path) => {
    expect(openapi(DOCUMENTS, version)).toBe(JSON.stringify(DOCUMENTS.get(path), null, 2));
  });

  it.each(['3', '0', '', 'x', '__proto__'])('lists the available commands for the unknown version "%s"', (version) => {
    expect(() => openapi(DOCUMENTS, version)).toThrow(
      'does not exist. Available: "portico openapi --version 1", "portico openapi --version 2", "portico openapi".',
    );
  });

  it('refuses the unversioned paths where only paths choose a version', () => {
    const versions = new Map([...DOCUMENTS].filter(([path]) => path !== '/openapi.json'));
    expect(() => openapi(versions, undefined)).toThrow(
      '/openapi.json does not exist. Available: "portico openapi --version 1", "portico openapi --version 2".',
    );
  });
});
