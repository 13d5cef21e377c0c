/** Mails as plain text and as HTML. Whatever shoppers and stores wrote stays text, in the body and in the headers. */

import { escaped } from '../runtime/html.ts';
import { isWebAddress } from '../schema/web-address.ts';

/** What a mail says, block by block. */
export interface Letter {
  subject: string;
  blocks: readonly Block[];
}

export type Block =
  | { heading: string }
  | { paragraph: string }
  /** What a gift card is worth. */
  | { amount: string }
  /** A line that stands out. */
  | { emphasis: string }
  /** Groups of characters with hyphens between them, to be typed or copied. */
  | { code: string }
  /** What someone wrote. */
  | { quotation: string }
  /** Where to go on; left out where the address is none of the web. */
  | { link: string; url: string };

/** Who a mail comes from, as its header and its foot show it. */
export interface Sender {
  name: string;
  /** The mail address it is sent from. */
  address: string;
  /** Where the site is, if there is one. */
  url: string | null;
}

/** A line of a header: nothing in it can begin another header. */
export const headerText = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** `From` as RFC 5322 has it: the name quoted, or encoded where it is not plain ASCII (RFC 2047). */
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

/** Nobody's text may turn round how the rest of a mail is shown. */
const inReadingOrder = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, '');

/** The letter as plain text, the sender at its foot. */
export const toText = ({ blocks }: Letter, sender: Sender): string =>
  inReadingOrder(`${[...blocks.flatMap(textOf), foot(sender).join('\n')].join('\n\n')}\n`);

function textOf(block: Block): string[] {
  if ('paragraph' in block) return [block.paragraph];
  if ('heading' in block) return [block.heading];
  if ('emphasis' in block) return [`    ${block.emphasis}`];
  if ('amount' in block) return [`    ${block.amount}`];
  if ('code' in block) return [`    ${block.code}`];
  if ('link' in block) return isWebAddress(block.url) ? [`${block.link}:\n${block.url}`] : [];
  return [
    linesOf(block.quotation)
      .map((line) => `> ${line}`)
      .join('\n'),
  ];
}

const foot = ({ name, url }: Sender): string[] => [headerText(name), ...(url ? [headerText(url)] : [])];

/** The letter as an HTML document without anything to load, for windows of any width, light or dark. */
export const toHtml = ({ subject, blocks }: Letter, sender: Sender): string =>
  inReadingOrder(
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width, initial-scale=1">` +
      `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
      `<title>${escaped(headerText(subject))}</title><style>${mailStyle}</style></head>` +
      `<body ${styled.page}><div ${styled.letter}>${blocks.map(htmlOf).join('')}` +
      `<p ${styled.foot}>${foot(sender).map(footHtml).join('<br>')}</p></div></body></html>`,
  );

/** Programs that leave a style sheet out show the light colours, which stand on each element. On a phone a code has one line. */
const mailStyle =
  '@media (min-width:480px){.letter{padding:16px 28px 20px!important}.code{font-size:18px!important}}' +
  ':root{color-scheme:light dark}@media (prefers-color-scheme:dark){' +
  '.page{background:#171715!important}.letter{background:#242421!important;color:#edebe5!important}' +
  '.code,.quotation{background:#31312d!important;color:#edebe5!important}.quotation{border-color:#7ec8a3!important}' +
  '.button{background:#7ec8a3!important;color:#10241a!important}' +
  '.foot{color:#b5b2aa!important;border-color:#3d3d39!important}.foot a{color:#7ec8a3!important}}';

const fonts = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const style = (name: string, css: string): string => `class="${name}" style="${css}"`;

const styled = {
  page: style('page', 'margin:0;padding:24px 12px;background:#f2f0eb'),
  letter: style(
    'letter',
    `max-width:520px;margin:0 auto;padding:16px;border-radius:12px;background:#ffffff;color:#1e1e1c;${fonts};font-size:16px;line-height:1.55;overflow-wrap:anywhere`,
  ),
  heading: style('heading', 'margin:12px 0;font-size:24px;line-height:1.25;letter-spacing:-.01em'),
  amount: style('amount', 'margin:8px 0 20px;font-size:40px;line-height:1.2;font-weight:700'),
  emphasis: style('emphasis', 'font-size:21px;line-height:1.35;font-weight:600'),
  code: style(
    'code',
    'padding:14px 4px;border-radius:8px;background:#f2f0eb;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;line-height:1.6;text-align:center;text-wrap:balance',
  ),
  quotation: style(
    'quotation',
    'margin:16px 0;padding:10px 16px;border-left:3px solid #2f6f4f;border-radius:0 8px 8px 0;background:#f7f6f2',
  ),
  button: style(
    'button',
    'display:inline-block;padding:11px 20px;border-radius:8px;background:#2f6f4f;color:#ffffff;font-weight:600;text-decoration:none',
  ),
  foot: style('foot', 'margin:24px 0 0;padding:14px 0 0;border-top:1px solid #dedbd3;color:#5d5b55;font-size:14px'),
} as const;

/** The site's own address is a link, whatever else is there is not. */
const footHtml = (line: string): string =>
  isWebAddress(line) ? `<a href="${escaped(line)}" style="color:#2f6f4f">${escaped(line)}</a>` : escaped(line);

function htmlOf(block: Block): string {
  if ('paragraph' in block) return `<p>${lines(block.paragraph)}</p>`;
  if ('heading' in block) return `<h1 ${styled.heading}>${lines(block.heading)}</h1>`;
  if ('amount' in block) return `<p ${styled.amount}>${escaped(block.amount)}</p>`;
  if ('emphasis' in block) return `<p ${styled.emphasis}>${lines(block.emphasis)}</p>`;
  if ('code' in block) return `<p ${styled.code}>${groups(block.code)}</p>`;
  if ('quotation' in block) return `<blockquote ${styled.quotation}>${lines(block.quotation)}</blockquote>`;
  const { link, url } = block;
  return isWebAddress(url) ? `<p><a href="${escaped(url)}" ${styled.button}>${escaped(link)}</a></p>` : '';
}

/** It breaks between its groups and nowhere else; what is copied is the code alone. */
const groups = (code: string): string =>
  code
    .split(/(?<=-)/)
    .map((group) => `<span style="white-space:nowrap">${escaped(group)}</span>`)
    .join('<wbr>');

const lines = (text: string): string => linesOf(escaped(text)).join('<br>');

/** A form of the storefront ends its lines by CRLF, a program by LF. */
const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);
