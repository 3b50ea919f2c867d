// The same API, options and requests through both handlers of createPortico.
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { createPortico } from '../../src/gateway/index.ts';
import { expectResponses } from '../systems/hosts/expectResponses.ts';
import { createOptions } from '../systems/hosts/notes.ts';
import { listen } from './support/listen.ts';

const endpoints = fileURLToPath(new URL('../systems/hosts/rest', import.meta.url));
const create = () => createPortico({ ...createOptions(), endpoints });

const { url } = await listen(create().handler, afterAll);
expectResponses('the handler of node:http', () => ({ origin: url, send: fetch }));

const portico = create();
expectResponses('the function of the Fetch standard', () => ({ origin: 'http://localhost', send: portico.fetch }));
