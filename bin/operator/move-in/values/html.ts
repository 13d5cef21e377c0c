import { compile } from 'html-to-text';
import { Refusal } from '../row.ts';

const elements =
  'a|b|blockquote|br|code|del|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|script|small|span|strike|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul';
const html = new RegExp(String.raw`</?(?:${elements})(?:\s[^<>]*)?/?>|&(?:[a-z]{2,}|#\d+|#x[\da-f]+);`, 'i');
const block = /<\/?(?:blockquote|br|div|h[1-6]|hr|li|ol|p|table|tr|ul)\b/i;

const options = {
  wordwrap: false as const,
  // Deeper markup, which no review has, becomes `...`.
  limits: { maxDepth: 50 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};
const inBlocks = compile(options);
const inLines = compile({ ...options, preserveNewlines: true });

/** Far more than a review holds: the parser takes time by the square of what is nested. */
const longestHtml = 50_000;

/**
 * The text of what may be HTML: a text without any stays as it is, a text with inline elements alone keeps its lines. Throws a Refusal for
 * HTML that is too long.
 */
export function plainText(text: string): string {
  if (!html.test(text)) return text;
  if (text.length > longestHtml) throw new Refusal(`must have ${longestHtml} characters at most, markup included`);
  return (block.test(text) ? inBlocks : inLines)(text);
}
