import type { ErrorRow } from './errors.ts';
import { limits } from './limits.ts';

/** The refusal of one upload too many. */
export const tooManyUploads = {
  code: 'INVALID_FIELD',
  message: `At most ${limits.openUploads} uploads of a store can be open at once`,
  when: `the store has as many open; what is finished or abandoned makes room within ${limits.openUploadsCounted} seconds`,
} as const satisfies ErrorRow;
