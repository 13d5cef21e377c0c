/** Makes the files of the reference and of the console in a thread, and hands them over. */
import { parentPort } from 'node:worker_threads';
import { consoleFiles } from '../console/files.ts';
import { siteFiles } from './site.ts';

parentPort?.postMessage({ docs: siteFiles('local'), console: await consoleFiles() });
