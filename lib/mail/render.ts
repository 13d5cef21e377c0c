/** Mails as plain text and as HTML. Whatever shoppers and stores wrote stays text, in the body and in the headers. */

/** What a mail says; a block is a paragraph, a line that stands out, or a quotation. */
export interface Letter {
  subject: string;
  blocks: readonly Block[];
}

export type Block = { paragraph: string } | { emphasis: string } | { quotation: string };

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
  inReadingOrder(`${[...blocks.map(textOf), foot(sender).join('\n')].join('\n\n')}\n`);

const textOf = (block: Block): string => {
  if ('paragraph' in block) return block.paragraph;
  if ('emphasis' in block) return `    ${block.emphasis}`;
  return linesOf(block.quotation)
    .map((line) => `> ${line}`)
    .join('\n');
};

const foot = ({ name, url }: Sender): string[] => [headerText(name), ...(url ? [headerText(url)] : [])];

/** The letter as an HTML document without anything to load. */
export const toHtml = ({ subject, blocks }: Letter, sender: Sender): string =>
  inReadingOrder(
    `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(headerText(subject))}</title></head>` +
      `<body style="font-family:sans-serif">${blocks.map(htmlOf).join('')}<p>${foot(sender).map(footHtml).join('<br>')}</p></body></html>`,
  );

/** The site's own address is a link, whatever else stands there is not. */
const footHtml = (line: string): string =>
  /^https?:\/\/\S+$/.test(line) ? `<a href="${escaped(line)}">${escaped(line)}</a>` : escaped(line);

const htmlOf = (block: Block): string => {
  if ('paragraph' in block) return `<p>${lines(block.paragraph)}</p>`;
  if ('emphasis' in block) return `<p style="font-size:1.4em;font-family:monospace">${lines(block.emphasis)}</p>`;
  return `<blockquote>${lines(block.quotation)}</blockquote>`;
};

const lines = (text: string): string => linesOf(escaped(text)).join('<br>');

/** A form of the storefront ends its lines by CRLF, a program by LF. */
const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
