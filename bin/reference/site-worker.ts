/** Makes the reference's files in a thread, and hands them over. */
import { parentPort } from 'node:worker_threads';
import { siteFiles } from './site.ts';

parentPort?.postMessage(siteFiles());
