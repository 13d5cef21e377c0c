/**
 * Run in a fresh process with a bundle and an event: imports the bundle, calls its handler, prints the milliseconds that took.
 * The engine is on loopback, so what remains is loading, not waiting.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle = '', eventFile = ''] = process.argv.slice(2);
const event = JSON.parse(readFileSync(eventFile, 'utf8'));

const startedAt = performance.now();
const { handler } = await import(pathToFileURL(bundle).href);
const { statusCode } = await handler(event, { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 });
process.stderr.write(JSON.stringify({ milliseconds: performance.now() - startedAt, statusCode }));
