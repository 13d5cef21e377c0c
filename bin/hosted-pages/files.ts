/** The pages for shoppers that need nothing but a token, as files: `/review/` and `/balance/`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { inside } from '../../lib/client/elements/style-sheet.ts';
import { browserFile } from '../build/browser-file.ts';
import type { SiteFile } from '../reference/site.ts';

/** The names of the pages. Each is below `/<name>/`. */
export const hostedPages = { review: 'Review your purchases', balance: 'Check gift card balance' } as const;

/** The files by their names, such as `review/index.html`. */
export function hostedPagesFiles(): Map<string, SiteFile> {
  const text = (contentType: string, content: string): SiteFile => ({
    contentType: `${contentType}; charset=utf-8`,
    body: Buffer.from(content),
  });
  const style = styleSheet();
  return new Map(
    Object.entries(hostedPages).flatMap(([name, title]) => [
      [`${name}/index.html`, text('text/html', pageOf(name, title))],
      [`${name}/page.js`, text('text/javascript', browserFile(join(import.meta.dirname, `browser/${name}.ts`)))],
      [`${name}/page.css`, text('text/css', style)],
    ]),
  );
}

/** Until the script runs, the page is in English. */
const pageOf = (name: string, title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="/docs/favicon.svg">
<link rel="stylesheet" href="/${name}/page.css">
<script type="module" src="/${name}/page.js"></script>
</head>
<body>
<main><h1>${title}</h1><noscript>This page needs JavaScript.</noscript></main>
</body>
</html>
`;

/** The fields look as they do in the elements. */
function styleSheet(): string {
  const own = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8');
  return transformSync(inside + own, { loader: 'css', minify: true }).code;
}
