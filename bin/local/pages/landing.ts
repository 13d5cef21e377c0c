/** The page at `/`: what runs here, and a first request. On AWS `/` leads to the reference. */

import type { Mount } from '../../../lib/gateway/mounts.ts';
import { exampleOf } from '../../../lib/resources/examples.ts';
import { getProductWaitlist } from '../../../lib/resources/waitlist/operations.ts';
import { escaped } from '../../../lib/runtime/html.ts';
import { docsPolicy } from '../../reference/policy.ts';
import { curl } from '../../reference/samples.ts';

/** Those of the demo store. */
interface Keys {
  write: string;
  read: string;
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

const pageOf = (base: string, keys: Keys): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Store Commerce API on this machine</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/reference.css">
<script type="module" src="/docs/reference.js"></script>
</head>
<body class="landing">
<main>
<h1>Store Commerce API</h1>
<p>The whole service runs on this machine, with a demo store to try it on.</p>
<h2>First request</h2>
<div class="code"><pre tabindex="0"><code>${escaped(`export KEY=${keys.write}\n${firstRequest(base)}`)}</code></pre></div>
<h2>Keys of the demo store</h2>
<dl>
<dt>May read and write</dt><dd><code>${escaped(keys.write)}</code></dd>
<dt>May read</dt><dd><code>${escaped(keys.read)}</code></dd>
</dl>
<h2>What runs here</h2>
<ul>
<li><a href="/docs/">Reference and guides</a>: every operation and function, to read and to try</li>
<li><a href="/mail/">Mails</a> that the service has sent</li>
<li><a href="/events/">Events</a>: what has changed, as it changes</li>
<li><a href="/clock/">Clock</a>: what time it is here; <code>POST</code> with <code>{"advance_seconds": 3600}</code> lets an hour pass</li>
<li>API at <code>${escaped(base)}/api/v1/</code></li>
<li>Lambda’s Invoke API at <code>${escaped(base)}/2015-03-31/functions/</code>, for the <a href="/docs/functions/operator.html">functions</a> without a route</li>
<li>Photos under <code>/media/</code>, and the signed links to the bucket</li>
<li><a href="/docs/openapi.json">OpenAPI document</a>, <a href="/docs/asyncapi.json">AsyncAPI document</a> of the events, <a href="/llms.txt">llms.txt</a></li>
</ul>
</main>
</body>
</html>
`;

const firstRequest = (base: string): string =>
  curl(exampleOf(getProductWaitlist)).code.replace('http://localhost:3000', base);
