/** The parts of emails, as headers and as plain text. Text of shoppers and stores stays text. */

import type { Language } from '../schema/languages.ts';
import { isWebAddress } from '../schema/values.ts';

/** The content of an email, block by block. */
export interface Letter {
  language: Language;
  subject: string;
  blocks: readonly Block[];
}

export type Block =
  | { heading: string }
  | { paragraph: string }
  /** A gift card's amount, below its label. */
  | { amount: string; label: string }
  /** A prominent line. */
  | { emphasis: string }
  /** The names of several things, one below the other. */
  | { list: readonly string[] }
  /** Groups of characters with hyphens between them, to be typed or copied. */
  | { code: string }
  /** Text that someone wrote. */
  | { quotation: string }
  /** A prominent link; omitted if its URL is not a web address. */
  | { link: string; url: string }
  /** A link in small print. */
  | { smallLink: string; url: string }
  /** Small print. */
  | { note: string };

/** The sender of an email, as its header, top and foot show it. */
export interface Sender {
  name: string;
  /** The sender's email address. */
  address: string;
  /** The site's URL, if there is one. */
  url: string | null;
  /** The logo's URL, `https`. */
  logo_url: string | null;
  /** The site's color, `#rrggbb`. */
  color: string | null;
}

/** A line of a header: its text cannot start another header. */
export const headerText = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** `From` as RFC 5322 has it: the name quoted, or encoded if it is not plain ASCII (RFC 2047). */
export function fromHeader({ name, address }: Sender): string {
  const shown = headerText(name);
  return shown === '' ? address : `${/^[\x20-\x7e]*$/.test(shown) ? quoted(shown) : encodedWords(shown)} <${address}>`;
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** An encoded word holds 75 characters at most, so 45 bytes of text; a character is never cut. */
function encodedWords(text: string): string {
  const words: string[] = [''];
  for (const character of text) {
    const last = words.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > 45) words.push(character);
    else words[words.length - 1] = last + character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** No text may reverse how the rest of an email is shown. */
export const inReadingOrder = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, '');

/** The subject as a header has it. */
export const subjectOf = ({ subject }: Letter): string => headerText(inReadingOrder(subject));

/** The letter as plain text, the sender at its foot. It does not repeat the subject, nor the sender's name and URL. */
export function toText({ subject, blocks }: Letter, sender: Sender): string {
  const text = blocks
    .filter((block) => !('heading' in block && subject.includes(block.heading)))
    .flatMap(textOf)
    .join('\n\n');
  const lines = foot(sender).filter((line) => !text.includes(line));
  return inReadingOrder(`${[text, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')}\n`);
}

function textOf(block: Block): string[] {
  if ('paragraph' in block) return [block.paragraph];
  if ('heading' in block) return [block.heading];
  if ('emphasis' in block) return [`    ${block.emphasis}`];
  if ('list' in block) return [block.list.map((name) => `- ${headerText(name)}`).join('\n')];
  if ('amount' in block) return [`    ${block.label}\n    ${block.amount}`];
  if ('code' in block) return [`    ${block.code}`];
  if ('note' in block) return [block.note];
  if ('smallLink' in block) return [`${block.smallLink}\n${block.url}`];
  if ('link' in block) return isWebAddress(block.url) ? [`${block.link}\n${block.url}`] : [];
  return [
    linesOf(block.quotation)
      .map((line) => `> ${line}`)
      .join('\n'),
  ];
}

/** The lines below a letter. */
export const foot = ({ name, url }: Sender): string[] => [headerText(name), ...(url ? [headerText(url)] : [])];

/** Lines from a form of the storefront end with CRLF, lines from a program with LF. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);
