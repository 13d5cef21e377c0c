/** The page at `/`: what runs here, and a first request. On AWS `/` leads to the reference. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '../../../lib/gateway/mounts.ts';
import { exampleOf } from '../../../lib/resources/nouns.ts';
import { getProductWaitlist } from '../../../lib/resources/waitlist/operations.ts';
import { escaped } from '../../../lib/runtime/html.ts';
import { barOf, docsPolicy, headOf } from '../../reference/head.ts';
import { curl } from '../../reference/samples.ts';

/** Those of the demo store. */
interface Keys {
  write: string;
  read: string;
  storefront: string;
}

export function landing(keys: Keys): Mount {
  return {
    handles: (method, path) => (method === 'GET' || method === 'HEAD') && path === '/',

    async handle(request, response) {
      request.resume();
      const base = `http://${request.headers.host ?? 'localhost:3000'}`;
      const page = Buffer.from(pageOf(base, keys));
      response
        .writeHead(200, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Length': page.length,
          'Content-Security-Policy': docsPolicy,
        })
        .end(request.method === 'HEAD' ? undefined : page);
    },
  };
}

const head = headOf({
  title: 'Store Commerce API on this machine',
  description: 'A local store with demo data: its API, guides, emails and events.',
});

/** The page; `{{name}}` is replaced by a value: those of `parts` are HTML. */
function pageOf(base: string, keys: Keys): string {
  const parts: Record<string, string> = { head, bar: barOf() };
  const values: Record<string, string> = { base, ...keys, request: `export KEY=${keys.write}\n${firstRequest(base)}` };
  const page = readFileSync(join(import.meta.dirname, 'landing.html'), 'utf8');
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? escaped(values[name] ?? ''));
}

const firstRequest = (base: string): string => curl(exampleOf(getProductWaitlist), base).code;
