import { normaliseCode } from '../../../../lib/resources/gift-cards/rules.ts';
import { Refusal } from '../row.ts';

/**
 * The code of a gift card as it is in the file, without the apostrophe that keeps a spreadsheet from changing it. Throws a Refusal where
 * it is none: 8 to 40 letters and digits, spaces and hyphens aside.
 */
export function codeOf(text: string): string {
  const code = text.trim().replace(/^'/, '').trim();
  if (/^\d([.,]\d+)?E\+?\d+$/i.test(code)) {
    throw new Refusal('was changed by a spreadsheet, which cut its digits: export the file again');
  }
  if (!/^[A-Za-z0-9]{8,40}$/.test(normaliseCode(code))) throw new Refusal('must have 8 to 40 letters and digits');
  return code;
}

/** Letters and digits from which on a code is too long to guess. */
export const longCode = 12;

/** Whether whoever tries codes could find this one. */
export const isShortCode = (code: string): boolean => normaliseCode(code).length < longCode;

/** What a report shows of a code: its last four letters and digits, or the last two of a short one. */
export const endOfCode = (code: string): string => normaliseCode(code).slice(isShortCode(code) ? -2 : -4);
