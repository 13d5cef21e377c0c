/** The interactive API reference: Swagger UI's files and the document, all from one place; nothing asks another host. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { ReferencePage } from '../../infra/api-reference.ts';
import { openApiDocument } from '../../lib/contract/openapi/document.ts';

export interface DocsFile {
  contentType: string;
  body: Buffer;
}

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const copied: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** Scripts and requests of the page's own host alone; Swagger UI sets styles and draws its icons inline. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The files of the reference by their names below `/docs/`. */
export function docsFiles(): Map<string, DocsFile> {
  const text = (contentType: string, content: string): DocsFile => ({
    contentType: `${contentType}; charset=utf-8`,
    body: Buffer.from(content),
  });
  return new Map([
    ['index.html', text('text/html', page)],
    ['start.js', text('text/javascript', start)],
    ['page.css', text('text/css', style)],
    ['openapi.json', text('application/json', JSON.stringify(openApiDocument()))],
    ...Object.entries(copied).map(([name, contentType]): [string, DocsFile] => [
      name,
      { contentType, body: readFileSync(join(swaggerUi, name)) },
    ]),
  ]);
}

/** Writes the files into a folder of their own, from which a deployment takes them. */
export function writeDocs(folder = resolve(import.meta.dirname, '../..', '.build', 'docs')): ReferencePage {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, { body }] of docsFiles()) writeFileSync(join(folder, name), body);
  return { folder, contentSecurityPolicy: docsPolicy };
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${docsPolicy.replace("; frame-ancestors 'none'", '')}">
<title>Store Commerce API</title>
<link rel="icon" type="image/png" href="favicon-32x32.png">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="page.css">
</head>
<body>
<main id="reference"></main>
<noscript>The reference needs JavaScript; the document is <a href="openapi.json">openapi.json</a>.</noscript>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</body>
</html>
`;

/** `validatorUrl: null`: Swagger UI would else show the document to a validator elsewhere. */
const start = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

const style = `body { margin: 0; background: #fff; }
`;
