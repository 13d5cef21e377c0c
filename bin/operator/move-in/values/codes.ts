import { normaliseCode } from '../../../../lib/resources/gift-cards/rules.ts';
import { Refusal } from './refusal.ts';

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

/** What a report shows of a code: its last four letters and digits, or the last two of one shorter than 12. */
export function endOfCode(code: string): string {
  const plain = normaliseCode(code);
  return plain.slice(plain.length < 12 ? -2 : -4);
}
