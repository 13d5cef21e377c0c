/** The staff console as files: one page, its script and its style. Every address below `/console/` is the page. */
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { apiModule } from '../build/client/api-module.ts';
import type { SiteFile } from '../reference/site.ts';

/** The files by their names below `/console/`. */
export async function consoleFiles(): Promise<Map<string, SiteFile>> {
  const text = (contentType: string, content: string): SiteFile => ({
    contentType: `${contentType}; charset=utf-8`,
    body: Buffer.from(content),
  });
  const [script, style] = await Promise.all([bundled('browser/main.tsx'), bundled('styles/console.css')]);
  return new Map([
    ['index.html', text('text/html', page)],
    ['console.js', text('text/javascript', script)],
    ['console.css', text('text/css', style)],
  ]);
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Console · Store Commerce API</title>
<meta name="description" content="The page where staff moderate reviews, answer for gift cards and upload files.">
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="/docs/favicon.svg">
<link rel="preload" href="/docs/fonts/figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/console/console.css">
<script type="module" src="/console/console.js"></script>
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript.</noscript>
</body>
</html>
`;

/** The client as its package has it: without the contract's code, which checks what the service checks anyway. */
export const packagedClient: Plugin = {
  name: 'packaged-client',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]lib[\\/]client[\\/]api\.ts$/ }, () => ({ contents: apiModule(), loader: 'ts' }));
  },
};

async function bundled(file: string): Promise<string> {
  const { outputFiles = [] } = await build({
    entryPoints: [join(import.meta.dirname, file)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // The font of the reference.
    external: ['/docs/*'],
    plugins: [packagedClient],
    legalComments: 'none',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}
