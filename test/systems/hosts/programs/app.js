// What a project on any platform writes: the schema's package, a plan, no file system.
import { createPortico } from 'portico';
import { createOptions } from './notes.js';
import plan from './plan.json' with { type: 'json' };

export const portico = createPortico({ ...createOptions(), plan });
