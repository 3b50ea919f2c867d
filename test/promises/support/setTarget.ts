import { inject } from 'vitest';

const porticos = inject('porticos');

// Read by startForSpec. Vitest numbers the workers that run at once from 1.
process.env['SPEC_TARGET_URL'] = porticos[(Number(process.env['VITEST_POOL_ID']) - 1) % porticos.length]!;
