import type { ValidateFunction } from 'ajv';
import { mayLackFields } from './handlers.ts';

/** Whether all that is wrong with an answer is the lack of fields that came after the release that may have answered. */
export const isOlder = ({ errors }: ValidateFunction): boolean =>
  mayLackFields() && errors?.every(({ keyword }) => keyword === 'required') === true;
