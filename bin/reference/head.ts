/** The head of all pages of the reference and of the local server, with its script and policy, and the bar at the top. */
import { createHash } from 'node:crypto';
import { escaped } from '../../lib/runtime/html.ts';

/** Part of each page: no page flashes in the other theme, and no list of pages is seen before it folds into the menu. */
const firstScript =
  "const d=document.documentElement;d.classList.add('scripted');try{const t=localStorage.getItem('theme');if(t)d.dataset.theme=t}catch{}";

/** As a Content-Security-Policy allows the script, and no other that is in a page. */
const firstScriptSource = `'sha256-${createHash('sha256').update(firstScript).digest('base64')}'`;

/** Allows only the given sources; no page of another origin can frame it. */
export function pagePolicy(...allowed: readonly string[]): string {
  return ["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join(
    '; ',
  );
}

/** Scripts, fonts and requests only of the pages' own host; diagrams have inline styles. */
export const docsPolicy = pagePolicy(
  `script-src 'self' ${firstScriptSource}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
);

/** What the pages of the reference and of the local server have in common: their head, and the bar at the top. */

export const siteName = 'Store Commerce API';

interface Head {
  title: string;
  /** The text that search engines show below the title. */
  description: string;
  /** Further elements, as HTML. */
  more?: readonly string[];
}

export const headOf = ({ title, description, more = [] }: Head): string =>
  [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...more,
    `<title>${escaped(title.includes(siteName) ? title : `${title} · ${siteName}`)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    '<link rel="icon" type="image/svg+xml" href="/docs/favicon.svg">',
    '<link rel="preload" href="/docs/fonts/figtree.woff2" as="font" type="font/woff2" crossorigin>',
    `<script>${firstScript}</script>`,
    '<link rel="stylesheet" href="/docs/reference.css">',
    '<script type="module" src="/docs/reference.js"></script>',
  ].join('\n');

/** With `menu` where the page has a list of pages, which a phone shows on demand. */
export const barOf = ({ menu = false } = {}): string => `<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="/docs/"><img src="/docs/favicon.svg" alt="" width="28" height="28">${siteName}</a>
<button class="search" type="button" hidden>Search <kbd>/</kbd></button>
<button class="theme" type="button" hidden></button>
${menu ? '<button class="menu" type="button" aria-expanded="false" aria-controls="pages" hidden>Menu</button>\n' : ''}</header>`;

/** Short, because on AWS it is part of a function that can have at most 10 KB. */
export const notFoundPage = `<!doctype html>
<html lang="en">
<head>
${headOf({ title: 'Page not found', description: 'This page does not exist.', more: ['<meta name="robots" content="noindex">'] })}
</head>
<body>
${barOf({ menu: true })}
<div class="frame">
<nav id="pages" aria-label="Pages"></nav>
<main id="content">
<p class="kicker">404</p>
<h1>Page not found</h1>
<p>This page does not exist or has moved. Search for it, or start from one of these pages:</p>
<ul>
<li><a href="/docs/">Start page</a></li>
<li><a href="/docs/guides/first-request.html">Your first request</a></li>
<li><a href="/docs/errors.html">Error codes</a></li>
</ul>
</main>
</div>
</body>
</html>
`;
