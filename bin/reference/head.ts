/** What the pages of the reference and of the local server have in common: their head, and the bar at the top. */
import { escaped } from '../../lib/runtime/html.ts';
import { firstScript } from './first-script.ts';

export const siteName = 'Store Commerce API';

interface Head {
  title: string;
  /** What search engines show below the title. */
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
