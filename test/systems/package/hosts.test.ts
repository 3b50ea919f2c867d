// The versions of Node that the manifest allows, with hosts that are ES modules and CommonJS, and the command.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGE_NAME } from './support/installTarball.ts';
import { createProject } from './support/createProject.ts';
import { installNode } from './support/installNode.ts';
import { run } from './support/run.ts';
import { startProgram } from './support/startProgram.ts';

let folder: string;
beforeAll(async () => {
  folder = await createProject();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(['20.19.0', '22.12.0', '22', '24'])('on Node %s', (version) => {
  let node: string;
  beforeAll(async () => {
    node = await installNode(folder, version);
  });

  test.each([
    ['onNode.js', undefined],
    ['onCommonJs.cjs', true],
  ])('%s serves', async (file, sharesGraphql) => {
    const program = await startProgram(folder, `built/${file}`, node);
    try {
      expect(program.ready['sharesGraphql']).toBe(sharesGraphql);
      const response = await fetch(`${program.ready.url}/v1/books/1`);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ id: '1', title: 'Emma', author: 'Austen' });
    } finally {
      await program.stop();
    }
  });

  test('the command reads a configuration and a schema in TypeScript', async () => {
    const main = `node_modules/${PACKAGE_NAME}/dist/portico.js`;
    expect(await run(folder, node, main, 'check')).toMatch(/\b\d+ endpoints/);
  });
});
