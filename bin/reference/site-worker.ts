/** Makes the files of the reference, of the console, of the elements and of the hosted pages in a thread, and hands them over. */
import { parentPort } from 'node:worker_threads';
import { consoleFiles } from '../console/files.ts';
import { elementsFiles } from '../elements/files.ts';
import { hostedPagesFiles } from '../hosted-pages/files.ts';
import { siteFiles } from './site.ts';

parentPort?.postMessage({
  docs: siteFiles('local'),
  console: await consoleFiles(),
  elements: elementsFiles(),
  hosted: hostedPagesFiles(),
});
