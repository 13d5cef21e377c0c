/** Schemas of single values: words, numbers, currencies, colors, languages and addresses. */
import * as z from 'zod/mini';
import { isCountry } from './countries.ts';
import { isCurrency } from './currencies.ts';
import { codePoints, requiredOr, text } from './text.ts';

/** Whether it is a JSON object. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One of a few words. */
export function oneOf<const T extends readonly [string, ...string[]]>(
  words: T,
  messages: { required: string; wrong: string },
) {
  return z.enum(words, { error: requiredOr(messages.required, messages.wrong) });
}

export function optionalBoolean(label: string) {
  return z.nullish(z.boolean({ error: `${label} must be a boolean` }));
}

interface IntegerRule {
  label: string;
  min: number;
  max?: number;
  /** Message when it is outside `min` to `max`. */
  outside: string;
  /** Message when it is absent; default `<label> is required`. */
  required?: string;
  /** Message when it is not an integer. */
  wrongType?: string;
}

/** A safe integer from `min` to `max`. */
export function integer({
  label,
  min,
  max = Number.MAX_SAFE_INTEGER,
  outside,
  required = `${label} is required`,
  wrongType = `${label} must be an integer`,
}: IntegerRule) {
  return z
    .int({ error: requiredOr(required, wrongType) })
    .check(z.gte(min, { error: outside }), z.lte(max, { error: outside }));
}

const wrongCurrency = (label: string) => `${label} must be an ISO 4217 code`;

/**
 * A currency's code in any letter case; its output is in capitals. The code itself is not checked: a store created by an earlier release may
 * have a currency that ISO 4217 does not list.
 */
export function currencyCode(label: string) {
  const wrong = wrongCurrency(label);
  return z.pipe(
    z.string({ error: requiredOr(`${label} is required`, wrong) }).check(z.regex(/^[A-Za-z]{3}$/, { error: wrong })),
    z.transform((code: string) => code.toUpperCase()),
  );
}

/** The code of a current currency (ISO 4217) in any letter case; its output is in capitals. */
export const currentCurrency = (label: string) =>
  z.pipe(currencyCode(label), z.string().check(z.refine(isCurrency, { error: wrongCurrency(label) })));

/** A country's code (ISO 3166-1 alpha-2) in any letter case; its output is in capitals. */
export function countryCode(label: string) {
  const error = `${label} must be an ISO 3166-1 alpha-2 code`;
  return z.pipe(
    z.string({ error }).check(z.refine((code) => isCountry(code.toUpperCase()))),
    z.transform((code: string) => code.toUpperCase()),
  );
}

const color = /^#[0-9A-Fa-f]{6}$/;

/** Whether a text is a color as a site may have it: `#rrggbb` in hexadecimal. */
export const isColor = (text: string): boolean => color.test(text);

/** A color that a body may omit or set to null. */
export function optionalColor(label: string) {
  const error = `${label} must be #rrggbb`;
  return z.nullish(z.string({ error }).check(z.regex(color)));
}

/** Longest accepted language tag: tags in use have at most 35 characters (RFC 5646, 4.4.1), and extensions need a few more. */
const max = 100;

/** Whether a text is a well-formed language tag (BCP 47, as ECMA-402 takes it). The language itself is not checked. */
export function isLocale(tag: string): boolean {
  try {
    return codePoints(tag) <= max && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A language tag that a body may omit or set to null. */
export function optionalLocale(label: string) {
  const error = `${label} must be a BCP 47 language tag`;
  return z.nullish(z.string({ error }).check(z.refine(isLocale), z.meta({ examples: ['de-AT'] })));
}

const local = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const pattern = new RegExp(`^${local}@(?:${label}\\.)+${label}$`);

/** Whether an email can be sent to a text: one plain address, with nothing that an email server could interpret. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && pattern.test(text);

/** An address that an email can be sent to; `empty` is the message for an empty string. */
export function mailAddress(label: string, empty = `${label} must be an email address`) {
  const wrong = `${label} must be an email address`;
  return z
    .string({ error: requiredOr(`${label} is required`, wrong) })
    .check(
      z.refine(isMailAddress, { error: ({ input }) => (input === '' ? empty : wrong) }),
      z.meta({ format: 'email' }),
    );
}

/** Whether a browser may be sent there: an absolute address of http or https. */
export const isWebAddress = (address: string): boolean =>
  /^https?:\/\/[^\s\p{C}]+$/iu.test(address) && URL.canParse(address);

/** Whether an email may show a picture from an address. */
export const isSecureAddress = (address: string): boolean => /^https:/i.test(address) && isWebAddress(address);

/** An address that an email may show a picture from. */
export const secureAddress = (label: string) =>
  text({ label, max: 2048 }).check(
    z.refine(isSecureAddress, { error: `${label} must be an https address` }),
    z.meta({ format: 'uri' }),
  );

/** An address that an email may link to. */
export const webAddress = (label: string) =>
  text({ label, max: 2048 }).check(
    z.refine(isWebAddress, { error: `${label} must be an http or https address` }),
    z.meta({ format: 'uri' }),
  );

/** Whether the last of 8, 12, 13 or 14 digits is the check digit of the others (GS1 General Specifications, 7.9.1). */
const hasCheckDigit = (gtin: string): boolean =>
  [...gtin.padStart(14, '0')].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0) % 10 ===
  0;

/** A Global Trade Item Number, such as an EAN, a UPC or an ISBN-13: only its digits. */
export function gtin(label: string) {
  const wrongDigits = `${label} must be 8, 12, 13, or 14 digits`;
  return z
    .string({ error: `${label} must be a string` })
    .check(
      z.regex(/^(?:\d{8}|\d{12,14})$/, { error: wrongDigits, abort: true }),
      z.refine(hasCheckDigit, { error: `${label} must end with its check digit` }),
    );
}
