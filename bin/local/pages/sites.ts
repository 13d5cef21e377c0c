/** The reference, the staff console, the elements and the hosted pages, as the distribution serves them on AWS. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { type Mount, pathOf } from '../../../lib/gateway/mounts.ts';
import { consoleHeaders, consolePolicy } from '../../console/policy.ts';
import { elementsHeaders, elementsPolicy } from '../../elements/policy.ts';
import { hostedPages } from '../../hosted-pages/files.ts';
import { hostedPagesHeaders, hostedPagesPolicy } from '../../hosted-pages/policy.ts';
import { docsPolicy, notFoundPage } from '../../reference/head.ts';
import { localBase } from '../../reference/samples.ts';
import type { SiteFile } from '../../reference/site.ts';

type Files = ReadonlyMap<string, SiteFile>;

/** As they come from the thread. */
type Made = Readonly<
  Record<'docs' | 'console' | 'elements' | 'hosted', ReadonlyMap<string, { contentType: string; body: Uint8Array }>>
>;

/** Makes all these files in a thread of their own: neither the start nor a request waits while they are made. */
export function madeFiles(): Record<keyof Made, Promise<Files>> {
  const making = new Promise<Made>((resolve, reject) => {
    const worker = new Worker(new URL('../../reference/site-worker.ts', import.meta.url));
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const filesOf = async (site: keyof Made): Promise<Files> =>
    new Map(
      [...(await making)[site]].map(([name, { contentType, body }]) => [
        name,
        { contentType, body: Buffer.from(body) },
      ]),
    );
  const files = {
    docs: filesOf('docs'),
    console: filesOf('console'),
    elements: filesOf('elements'),
    hosted: filesOf('hosted'),
  };
  // The reader of a page gets the error.
  for (const each of Object.values(files)) each.catch(() => undefined);
  return files;
}

const notFound: SiteFile = { contentType: 'text/html; charset=utf-8', body: Buffer.from(notFoundPage) };

/** Keys of the demo store: for what is below `/api/v1/`, and below `/storefront/v1/`. */
interface DemoKeys {
  api: string;
  storefront: string;
}

/** The reference under `/docs/` and its `/llms.txt`. Its pages try requests with the demo store's keys. */
export function docs(made: Promise<ReadonlyMap<string, SiteFile>>, demoKeys: DemoKeys): Mount {
  return {
    handles: (method, path) =>
      (method === 'GET' || method === 'HEAD') &&
      (path === '/docs' || path.startsWith('/docs/') || path === '/llms.txt'),

    async handle(request, response) {
      request.resume();
      const path = pathOf(request);
      if (path === '/docs') {
        response.writeHead(308, { Location: '/docs/' }).end();
        return;
      }
      const name = path === '/llms.txt' ? 'llms.txt' : path.slice('/docs/'.length) || 'index.html';
      const file = (await made).get(name);
      const { contentType, body } = file ? servedAt(`http://${request.headers.host}`, file, demoKeys) : notFound;
      response
        .writeHead(file ? 200 : 404, {
          'Content-Type': contentType,
          'Content-Length': body.length,
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': docsPolicy,
        })
        .end(request.method === 'HEAD' ? undefined : body);
    },
  };
}

const isDocument = ({ contentType }: SiteFile): boolean =>
  /^(?:text\/(?:html|markdown|plain)|application\/json)/.test(contentType);

/** A page, its Markdown or a document with samples that run against the server at an origin; a page has the keys as well. */
function servedAt(origin: string, file: SiteFile, keys: DemoKeys): SiteFile {
  if (!isDocument(file)) return file;
  const here = { ...file, body: Buffer.from(file.body.toString().replaceAll(localBase, origin)) };
  return file.contentType.startsWith('text/html') ? withKeys(here, keys) : here;
}

function withKeys({ contentType, body }: SiteFile, { api, storefront }: DemoKeys): SiteFile {
  const keys = `<meta name="demo-key" content="${api}">\n<meta name="demo-storefront-key" content="${storefront}">`;
  return { contentType, body: Buffer.from(body.toString().replace('</title>', `</title>\n${keys}`)) };
}

/** The staff console under `/console/`. */
export function staffConsole(files: Promise<ReadonlyMap<string, SiteFile>>): Mount {
  return {
    handles: (method, path) =>
      (method === 'GET' || method === 'HEAD') && (path === '/console' || path.startsWith('/console/')),

    async handle(request, response) {
      request.resume();
      const path = pathOf(request);
      if (path === '/console') {
        response.writeHead(308, { Location: '/console/' }).end();
        return;
      }
      const made = await files;
      // All other addresses are the one page, which has a router.
      const file = made.get(path.slice('/console/'.length)) ?? made.get('index.html');
      if (!file) throw new Error('The console has no page');
      sendCompressed(request, response, file, {
        'Cache-Control': 'no-cache',
        // Links to the bucket lead to this server by the name that functions know.
        'Content-Security-Policy': consolePolicy(`http://localhost:${request.socket.localPort}`),
        ...consoleHeaders,
      });
    },
  };
}

/** The elements under `/elements/`, which pages of every origin may load. */
export function elements(files: Promise<Files>): Mount {
  return {
    pages: 'every',
    handles: (method, path) => (method === 'GET' || method === 'HEAD') && path.startsWith('/elements/'),

    async handle(request, response) {
      request.resume();
      response.setHeaders(
        new Map([
          ['Content-Security-Policy', elementsPolicy],
          ['Access-Control-Allow-Origin', '*'],
        ]),
      );
      const file = (await files).get(pathOf(request).slice('/elements/'.length));
      if (file) sendCompressed(request, response, file, elementsHeaders);
      else response.writeHead(404).end();
    },
  };
}

/** The hosted pages under `/review/` and `/balance/`. */
export function hosted(files: Promise<Files>): Mount {
  const address = new RegExp(`^/(?:${Object.keys(hostedPages).join('|')})(?:/|$)`);
  return {
    handles: (method, path) => (method === 'GET' || method === 'HEAD') && address.test(path),

    async handle(request, response) {
      request.resume();
      const [, page = '', name = ''] = pathOf(request).split('/');
      const file = (await files).get(`${page}/${name || 'index.html'}`);
      response.setHeader('Content-Security-Policy', hostedPagesPolicy);
      if (file) sendCompressed(request, response, file, hostedPagesHeaders);
      else response.writeHead(404, hostedPagesHeaders).end();
    },
  };
}

function sendCompressed(
  request: IncomingMessage,
  response: ServerResponse,
  file: SiteFile,
  headers: Readonly<Record<string, string>>,
): void {
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const body = takesGzip ? gzipSync(file.body) : file.body;
  response
    .writeHead(200, {
      'Content-Type': file.contentType,
      'Content-Length': body.length,
      Vary: 'Accept-Encoding',
      ...headers,
      ...(takesGzip && { 'Content-Encoding': 'gzip' }),
    })
    .end(request.method === 'HEAD' ? undefined : body);
}
