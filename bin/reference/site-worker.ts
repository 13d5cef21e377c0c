/** Makes the files of the reference, of the console and of the elements in a thread, and hands them over. */
import { parentPort } from 'node:worker_threads';
import { consoleFiles } from '../console/files.ts';
import { elementsFiles } from '../elements/files.ts';
import { siteFiles } from './site.ts';

parentPort?.postMessage({ docs: siteFiles('local'), console: await consoleFiles(), elements: elementsFiles() });
