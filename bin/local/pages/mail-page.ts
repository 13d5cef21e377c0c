/** The emails that were sent, as a page at `/mail/` and as JSON at `/mail/messages.json`, newest first. */

import * as z from 'zod/mini';
import { type Mount, pathOf, sendJson } from '../../../lib/gateway/mounts.ts';
import { escaped } from '../../../lib/runtime/html.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { pagePolicy, siteName } from '../../reference/head.ts';
import { storedMail } from '../engines/mailbox.ts';

interface Mail {
  id: string;
  from: string;
  to: string[];
  subject: string;
  text: string | null;
  html: string | null;
  /** Those that the service adds to the usual ones. */
  headers: readonly { name: string; value: string }[];
  sent_at: string;
}

/** As the SES engine lists what it was given. */
const stored = z.object({ emails: z.array(storedMail) });

export function mailPage(sesEndpoint: string): Mount {
  return {
    handles: (method, path) => method === 'GET' && (path === '/mail' || path.startsWith('/mail/')),

    async handle(request, response) {
      request.resume();
      const path = pathOf(request);
      if (path === '/mail') {
        response.writeHead(308, { Location: '/mail/' }).end();
      } else if (path === '/mail/') {
        const page = pageOf(await mailsAt(sesEndpoint));
        // Emails carry what shoppers wrote: nothing in them may run, and the page itself needs no script. Logos come from elsewhere.
        const policy = pagePolicy("style-src 'self' 'unsafe-inline'", "img-src 'self' data: https:", "font-src 'self'");
        response
          .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
          .end(page);
      } else if (path === '/mail/messages.json') {
        sendJson(response, 200, { data: await mailsAt(sesEndpoint) });
      } else {
        sendJson(response, 404, { error: 'Resource not found', code: 'NOT_FOUND' });
      }
    },
  };
}

async function mailsAt(sesEndpoint: string): Promise<Mail[]> {
  const response = await fetch(new URL('/store', sesEndpoint));
  if (!response.ok) throw new Error(`The email engine at ${sesEndpoint} does not list its emails`);
  const { emails } = stored.parse(await response.json());
  return emails.toReversed().map(({ messageId, from, destination, subject = '', body, headers = [], at }) => ({
    id: messageId,
    from,
    to: destination.to ?? [],
    subject,
    text: body.text ?? null,
    html: body.html ?? null,
    headers,
    sent_at: toTimestamp(at * 1000),
  }));
}

const pageOf = (mails: readonly Mail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Emails · ${siteName}</title>
<meta name="description" content="Every email the local service has sent, newest first.">
<link rel="icon" type="image/svg+xml" href="/docs/favicon.svg">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body class="landing">
<header class="bar"><a class="brand" href="/"><img src="/docs/favicon.svg" alt="" width="28" height="28">${siteName}</a></header>
<main id="content">
<h1>Emails</h1>
<p>Every email the service has sent, newest first. None of them left this machine. Programs read <a href="/mail/messages.json">messages.json</a>.</p>
${mails.length === 0 ? '<p>No email has been sent yet. Issue a gift card with a <code>recipient_email</code>, or notify a restock.</p>' : mails.map(articleOf).join('\n')}
</main>
</body>
</html>
`;

/** As an email program shows it: the HTML, and the plain text on demand. */
const articleOf = ({ from, to, subject, text, html, sent_at }: Mail): string => `<article class="mail">
<h2>${escaped(subject)}</h2>
<dl>
<dt>From</dt><dd>${escaped(from)}</dd>
<dt>To</dt><dd>${escaped(to.join(', '))}</dd>
<dt>Sent</dt><dd><time datetime="${sent_at}">${sent_at}</time></dd>
</dl>
${html === null ? '' : `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="${escaped(subject)}" style="height: ${remsOf(text ?? '')}rem" srcdoc="${escaped(inNewTab(html))}"></iframe>`}
${text === null ? '' : `<details${html === null ? ' open' : ''}><summary>Plain text</summary><pre>${escaped(text)}</pre></details>`}
</article>`;

/** Its links open in a new tab: the page of an unsubscribe link cannot be framed. */
const inNewTab = (html: string): string => html.replace('<head>', '<head><base target="_blank">');

/** At least the height of an email on a phone, in rem, from its plain text: its content may not run, so it cannot be measured. */
export function remsOf(text: string): number {
  const blocks = text.trim().split(/\n\s*\n/);
  const lines = blocks.flatMap((block) => block.split('\n')).map((line) => Math.max(1, Math.ceil(line.length / 28)));
  return Math.ceil(8 + 2.75 * blocks.length + 1.5 * lines.reduce((sum, count) => sum + count, 0));
}
