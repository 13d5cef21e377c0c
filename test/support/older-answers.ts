import type { ValidateFunction } from 'ajv';
import { mayLackFields } from './handlers.ts';

/** `anyOf` says that each kind of record has a fault, and comes in addition to those. */
const lacking = new Set(['required', 'anyOf']);

/** Whether all that is wrong with an answer is the lack of fields that came after the release that may have answered. */
export const isOlder = ({ errors }: ValidateFunction): boolean =>
  mayLackFields() && errors?.every(({ keyword }) => lacking.has(keyword)) === true;
