/**
 * Run in a fresh process with a bundle and an event, as Lambda runs a cold function: INIT imports the bundle, and the first request
 * calls its handler. Prints the milliseconds and the CPU of each; the engine is on loopback, so what remains is loading, not
 * waiting.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [bundle = '', eventFile = ''] = process.argv.slice(2);
const event = JSON.parse(readFileSync(eventFile, 'utf8'));

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
const { handler } = await import(pathToFileURL(bundle).href);
const init = performance.now() - startedAt;
const initCpu = milliseconds(process.cpuUsage(cpuBefore));
const { statusCode } = await handler(event, { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 });
const first = performance.now() - startedAt - init;
const firstCpu = milliseconds(process.cpuUsage(cpuBefore)) - initCpu;
process.stderr.write(JSON.stringify({ init, first, initCpu, firstCpu, statusCode }));
