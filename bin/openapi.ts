/** Writes the OpenAPI document to a file, or to the standard output. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openApiDocument } from '../lib/contract/openapi/document.ts';

const usage = `Usage: npm run --silent openapi -- [FILE] [--server URL]

Writes the OpenAPI 3.1 document to FILE, or to the standard output.

  --server URL   Base URL to name in it (default: the server that serves it)`;

function main(): void {
  const { values, positionals } = parseArgs({
    options: { server: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  const document = openApiDocument(values.server === undefined ? {} : { server: values.server });
  const text = values.help ? usage : JSON.stringify(document, null, 2);
  if (file === undefined || values.help) process.stdout.write(`${text}\n`);
  else writeFileSync(file, `${text}\n`);
}

try {
  main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error} (see npm run openapi -- --help)`);
  process.exitCode = 2;
}
