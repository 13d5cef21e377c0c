/** Writes the OpenAPI document to a file, or to the standard output. */
import { writeFileSync } from 'node:fs';
import { commandOptions } from './command-line/options.ts';

const { file, server } = commandOptions({
  command: 'npm run --silent openapi',
  summary: 'Writes the OpenAPI 3.1 document to FILE or to standard output.',
  file: '[FILE]',
  options: {
    server: { type: 'string', value: 'URL', summary: 'base URL of the document (default: the server that serves it)' },
  },
});

// After the options: a wrong one is refused at once.
const { openApiDocument } = await import('./reference/openapi/document.ts');
const document = openApiDocument(server === undefined ? {} : { server });
const text = `${JSON.stringify(document, null, 2)}\n`;
if (file === undefined) process.stdout.write(text);
else writeFileSync(file, text);
