import * as z from 'zod/mini';

/** Number of Unicode code points, the contract's unit of length (decisions, "Values"). */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Bytes of a text in UTF-8, DynamoDB's unit of size. */
export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

/** A text with its first letter in upper case. */
export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Control characters, bidirectional ones and line ends: with them, a text can look like another text. */
const misleading = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** The same characters where several paragraphs are allowed: these may have tabs, line ends, and the marks that Arabic and Hebrew texts need. */
const misleadingInParagraphs = /(?![\t\n\r\u061c\u200e\u200f])[\p{Cc}\p{Bidi_Control}]/gu;

/** A text for one line of a list or an email, each run of misleading characters replaced. */
export const plainLine = (text: string, replacement = ''): string => text.replaceAll(misleading, replacement);

/**
 * The paragraphs of a text without misleading characters, each with its lines. Empty lines separate paragraphs; a line may end with CRLF,
 * LF, CR or a Unicode separator.
 */
export const plainParagraphs = (text: string): string[][] =>
  text
    .replaceAll(misleadingInParagraphs, '')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim())
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n').filter(Boolean))
    .filter((lines) => lines.length > 0);

/** The characters that a text of the service's own may not contain. The contract's own fields accept every character. */
const unwanted = {
  line: new RegExp(misleading.source, 'u'),
  paragraphs: new RegExp(misleadingInParagraphs.source, 'u'),
};

const storable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

interface TextRule {
  /** The field's name at the start of its messages. */
  label: string;
  max: number;
  /** Shortest accepted length, 0 or 1. If it is 1, the default, an empty string counts as absent. */
  min?: number;
  /** Message when it is absent; default `<label> is required`. */
  required?: string;
  /** Message when it is too long or too short. */
  tooLong?: string;
  /** The allowed characters, if the contract does not define them; default: every character. */
  form?: keyof typeof unwanted;
}

/** A string of `min` to `max` code points. The message for an absent, null or (if `min` is 1) empty value is `required`. */
export function text({ label, max, min = 1, required = `${label} is required`, tooLong, form }: TextRule) {
  const length = tooLong ?? `${label} must be ${max} characters or fewer`;
  return z.string({ error: requiredOr(required, `${label} must be a string`) }).check(
    z.refine((value) => min === 0 || value !== '', { error: required, abort: true }),
    // Length in UTF-16 units first, so that a text of a megabyte is refused without counting its code points.
    z.refine((value) => value.length <= 2 * max && codePoints(value) <= max, { error: length, abort: true }),
    z.refine(storable, { error: `${label} must be valid Unicode text`, abort: true }),
    z.refine((value) => !form || !unwanted[form].test(value), { error: `${label} must not have control characters` }),
    z.meta({ minLength: min, maxLength: max }),
  );
}

/** A string that may be omitted, null or empty. */
export function optionalText(rule: Omit<TextRule, 'min' | 'required'>) {
  return z.nullish(text({ ...rule, min: 0 }));
}

/** The issue of an absent or a wrong value. */
export interface RawIssue {
  input?: unknown;
}

/**
 * The message for a value that is absent or null, or the one for a wrong value. Messages that end in "is required" are
 * `MISSING_FIELD`, all others `INVALID_FIELD` (contract, "Errors").
 */
export const requiredOr =
  (required: string, wrong: string) =>
  ({ input }: RawIssue): string =>
    input == null ? required : wrong;
