/** The pages that shoppers open from an email: HTML without scripts, images or external resources, in the language of the email. */
import { createHash } from 'node:crypto';
import { headerText } from '../mail/render.ts';
import { escaped } from '../runtime/html.ts';
import { directionOf, type Language } from '../schema/languages.ts';
import { neverStored } from '../schema/operation.ts';

interface Content {
  language: Language;
  /** Plain text, like `text` and `button`. Its author may be a store: `pageOf` escapes all three. */
  heading: string;
  text: string;
  /** The text of a button that sends a POST request to the page's own URL. */
  button?: string;
}

/** The page as an HTML document, for any window width and for light and dark color schemes. */
export function pageOf({ language, heading, text, button }: Content): string {
  const shown = (words: string): string => escaped(headerText(words));
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<meta name="robots" content="noindex"><title>${shown(heading)}</title><style>${styleSheet}</style></head><body><main>` +
    `<h1>${shown(heading)}</h1><p>${shown(text)}</p>` +
    // A form without an `action` is sent to the URL of the page, including the token.
    `${button === undefined ? '' : `<form method="post"><button>${shown(button)}</button></form>`}` +
    '</main></body></html>'
  );
}

const styleSheet =
  ':root{color-scheme:light dark;--page:#f2f0eb;--panel:#fff;--text:#1e1e1c;--accent:#2f6f4f}' +
  '@media (prefers-color-scheme:dark){:root{--page:#171715;--panel:#242421;--text:#edebe5;--accent:#7ec8a3}}' +
  '*{box-sizing:border-box}' +
  'body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--text);' +
  "font:16px/1.55 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}" +
  'main{width:100%;max-width:520px;padding:28px 24px 32px;border-top:4px solid var(--accent);border-radius:12px;background:var(--panel)}' +
  'h1{margin:0 0 12px;font-size:24px;line-height:1.3;letter-spacing:-.01em;text-wrap:balance}' +
  'p{margin:0}' +
  'form{margin:24px 0 0}' +
  'button{min-height:48px;padding:12px 22px;border:0;border-radius:8px;background:var(--accent);color:var(--panel);font:inherit;font-weight:600;cursor:pointer}' +
  'button:focus-visible{outline:3px solid var(--text);outline-offset:2px}';

/** Headers of every page: it runs no scripts, loads no resources, and no other page can frame it. */
export const pageHeaders = {
  ...neverStored,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  // The URL contains a token.
  'Referrer-Policy': 'no-referrer',
} as const;
