/** Emails as HTML. They are readable without pictures and style sheets; all text of shoppers and stores is escaped. */
import { escaped } from '../runtime/html.ts';
import { directionOf } from '../schema/languages.ts';
import { isColor, isSecureAddress, isWebAddress } from '../schema/values.ts';
import {
  type Block,
  foot,
  headerText,
  inReadingOrder,
  type Letter,
  linesOf,
  type Sender,
  subjectOf,
} from './render.ts';

/** The letter as an HTML document for any window width, in light and dark mode. It loads the site's logo and nothing else. */
export function toHtml(letter: Letter, sender: Sender): string {
  const { language, blocks } = letter;
  const direction = directionOf(language);
  const look: Look = {
    start: direction === 'rtl' ? 'right' : 'left',
    accent: accentOn(light.letter, sender.color, light.accent),
    accentInDark: accentOn(dark.letter, sender.color, dark.accent),
  };
  const styled = stylesOf(look);
  // Some programs take only the content of the body, so it repeats language and direction.
  const reading = `lang="${language}" dir="${direction}"`;
  return inReadingOrder(
    `<!doctype html><html ${reading}><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width, initial-scale=1">` +
      `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
      `<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">` +
      `<title>${escaped(subjectOf(letter))}</title><style>${styleSheet(look)}</style></head>` +
      `<body ${styled.page}>${outlook.start}<div ${reading} role="main" ${styled.letter}>${logo(sender, styled)}` +
      `${blocks.map((block) => htmlOf(block, styled)).join('')}` +
      `<p ${styled.foot}>${foot(sender).map(footLine(look)).join('<br>')}</p></div>${outlook.end}</body></html>`,
  );
}

/** Outlook for Windows ignores `max-width`, block padding and media queries: a table sets width and padding, and a style enlarges the code. */
const outlook = {
  start:
    '<!--[if mso]><style>.code{font-size:18px!important}</style>' +
    '<table role="presentation" align="center" width="584" cellspacing="0" cellpadding="32" border="0" bgcolor="#ffffff"><tr><td><![endif]-->',
  end: '<!--[if mso]></td></tr></table><![endif]-->',
} as const;

interface Look {
  /** The side where lines of the language start. */
  start: 'left' | 'right';
  /** Color of links and buttons. The text of a button has the background color of the letter. */
  accent: string;
  accentInDark: string;
}

const light = {
  page: '#f2f0eb',
  letter: '#ffffff',
  text: '#1e1e1c',
  quiet: '#5d5b55',
  panel: '#f5f3ee',
  accent: '#2f6f4f',
};

const dark = { page: '#171715', letter: '#242421', text: '#edebe5', panel: '#31312d', accent: '#7ec8a3' };

/** Programs without style sheets show the light colors and the code's smaller font, which are on each element. */
const styleSheet = ({ accentInDark }: Look): string =>
  'a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}' +
  '@media (min-width:360px){.code{font-size:14px!important}}' +
  '@media (min-width:480px){.letter{padding:28px 32px 24px!important}.code{font-size:18px!important}}' +
  ':root{color-scheme:light dark}@media (prefers-color-scheme:dark){' +
  `.page{background:${dark.page}!important}` +
  `.letter{background:${dark.letter}!important;color:${dark.text}!important;border-color:${accentInDark}!important}` +
  `.logo{padding:6px 8px}.code,.quotation{background:${dark.panel}!important;color:${dark.text}!important}` +
  `.quotation{border-color:${accentInDark}!important}` +
  `.button{background:${accentInDark}!important;color:${dark.letter}!important}` +
  `.label,.note,.foot{color:#b5b2aa!important}.foot{border-color:#3d3d39!important}.foot a,.small-link{color:${accentInDark}!important}}`;

type Styled = ReturnType<typeof stylesOf>;

const style = (name: string, css: string): string => `class="${name}" style="${css}"`;

const fonts = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function stylesOf({ start, accent }: Look) {
  return {
    page: style('page', `margin:0;padding:24px 12px;background:${light.page}`),
    letter: style(
      'letter',
      `max-width:520px;margin:0 auto;padding:20px 16px 16px;border-top:4px solid ${accent};border-radius:12px;background:${light.letter};color:${light.text};text-align:${start};${fonts};font-size:16px;line-height:1.55;overflow-wrap:anywhere`,
    ),
    // If the logo is not shown, its `alt` text replaces it. On a light background, a dark logo is visible in dark mode too.
    logo: style(
      'logo',
      `display:inline-block;max-width:200px;max-height:64px;border-radius:8px;background:${light.letter};color:${light.text};font-size:18px;font-weight:600`,
    ),
    heading: style('heading', 'margin:12px 0;font-size:24px;line-height:1.3;letter-spacing:-.01em'),
    label: style('label', `margin:20px 0 0;color:${light.quiet};font-size:14px`),
    amount: style('amount', 'margin:0 0 20px;font-size:40px;line-height:1.2;font-weight:700'),
    emphasis: style('emphasis', 'margin:12px 0 20px;font-size:20px;line-height:1.35;font-weight:600'),
    list: style('list', `margin:12px 0 20px;padding-${start}:20px;font-weight:600`),
    code: style(
      'code',
      `margin:8px 0 20px;padding:14px 0;border-radius:8px;background:${light.panel};font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12px;line-height:1.6;text-align:center;white-space:nowrap`,
    ),
    quotation: style(
      'quotation',
      `margin:16px 0;padding:10px 16px;border-${start}:3px solid ${accent};border-radius:8px;background:${light.panel}`,
    ),
    button: style(
      'button',
      `display:inline-block;padding:12px 22px;border-radius:8px;background:${accent};color:${light.letter};font-weight:600;text-decoration:none`,
    ),
    note: style('note', `margin:16px 0 0;color:${light.quiet};font-size:14px`),
    smallLink: style('small-link', `color:${accent}`),
    foot: style(
      'foot',
      `margin:24px 0 0;padding:14px 0 0;border-top:1px solid #dedbd3;color:${light.quiet};font-size:14px;line-height:1.6`,
    ),
  } as const;
}

const logo = ({ name, logo_url }: Sender, styled: Styled): string =>
  logo_url !== null && isSecureAddress(logo_url)
    ? `<p style="margin:0 0 8px"><img src="${escaped(logo_url)}" alt="${escaped(headerText(name))}" ${styled.logo}></p>`
    : '';

/** The site's own address is a link; other text is not. */
const footLine =
  ({ accent }: Look) =>
  (line: string): string =>
    isWebAddress(line)
      ? `<a href="${escaped(line)}" dir="ltr" style="color:${accent}">${escaped(line)}</a>`
      : `<span dir="auto">${escaped(line)}</span>`;

/** Names, messages and amounts may have another direction than the letter. */
function htmlOf(block: Block, styled: Styled): string {
  if ('paragraph' in block) return `<p>${lines(block.paragraph)}</p>`;
  if ('heading' in block) return `<h1 ${styled.heading}>${lines(block.heading)}</h1>`;
  if ('amount' in block) {
    return `<p ${styled.label}>${escaped(block.label)}</p><p dir="auto" ${styled.amount}>${escaped(block.amount)}</p>`;
  }
  if ('emphasis' in block) return `<p dir="auto" ${styled.emphasis}>${lines(block.emphasis)}</p>`;
  if ('list' in block) return `<ul ${styled.list}>${block.list.map(listItem).join('')}</ul>`;
  if ('code' in block) return `<p dir="ltr" ${styled.code}>${groups(block.code)}</p>`;
  if ('quotation' in block) return `<blockquote dir="auto" ${styled.quotation}>${lines(block.quotation)}</blockquote>`;
  if ('note' in block) return `<p ${styled.note}>${lines(block.note)}</p>`;
  if ('smallLink' in block) {
    return `<p ${styled.note}><a href="${escaped(block.url)}" ${styled.smallLink}>${escaped(block.smallLink)}</a></p>`;
  }
  const { link, url } = block;
  return isWebAddress(url) ? `<p><a href="${escaped(url)}" ${styled.button}>${escaped(link)}</a></p>` : '';
}

const listItem = (name: string): string => `<li dir="auto">${escaped(headerText(name))}</li>`;

/** Email programs turn digits that look like a phone number into a link, but not across elements. */
const groups = (code: string): string =>
  code
    .split(/(?<=-)/)
    .map((group) => `<span>${escaped(group)}</span>`)
    .join('');

const lines = (text: string): string => linesOf(escaped(text)).join('<br>');

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5;

/** The color if it has enough contrast to the other one, else `fallback`. Colors are `#rrggbb`. */
export const accentOn = (background: string, color: string | null, fallback: string): string =>
  color !== null && isColor(color) && contrast(color, background) >= leastContrast ? color : fallback;

/** Contrast of two colors, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, "relative luminance". */
const luminanceOf = (color: string): number =>
  0.2126 * linear(color.slice(1, 3)) + 0.7152 * linear(color.slice(3, 5)) + 0.0722 * linear(color.slice(5, 7));

function linear(hexadecimal: string): number {
  const share = Number.parseInt(hexadecimal, 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
