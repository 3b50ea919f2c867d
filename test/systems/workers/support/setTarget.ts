import { inject } from 'vitest';

// Read by startForSpec: nothing is started then.
process.env['SPEC_TARGET_URL'] = inject('workers');
