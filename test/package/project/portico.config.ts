import { defineConfig } from 'portico';

export default defineConfig({ schema: 'library.ts', endpoints: 'rest' });
