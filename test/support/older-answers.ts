import type { ValidateFunction } from 'ajv';
import { mayLackFields } from './handlers.ts';

/** `anyOf` says that each kind of record has a fault, and comes in addition to those. */
const lacking = new Set(['required', 'anyOf']);

/** Headers of every reply that came after the last release. */
const newHeaders = new Set(['link']);

/** Whether a reply may lack a header, because the last release, which does not have it, may have sent the reply. */
export const mayLackHeader = (name: string): boolean => mayLackFields() && newHeaders.has(name);

/** Whether all that is wrong with an answer is the lack of fields that came after the release that may have answered. */
export const isOlder = ({ errors }: ValidateFunction): boolean =>
  mayLackFields() && errors?.every(({ keyword }) => lacking.has(keyword)) === true;
