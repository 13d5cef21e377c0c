/** The mails that were sent, as a page at `/mail/` and as JSON at `/mail/messages.json`, newest first. */

import * as z from 'zod/mini';
import { type Mount, pathOf, sendJson } from '../../../lib/gateway/mounts.ts';
import { escaped } from '../../../lib/runtime/html.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { pagePolicy } from '../../reference/policy.ts';
import { storedMail } from '../engines/mailbox.ts';

interface Mail {
  id: string;
  from: string;
  to: string[];
  subject: string;
  text: string | null;
  html: string | null;
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
        // Mails carry what shoppers wrote: nothing in them may run.
        const policy = pagePolicy("style-src 'unsafe-inline'", 'img-src data:');
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
  if (!response.ok) throw new Error(`The mail engine at ${sesEndpoint} does not list its mails`);
  const { emails } = stored.parse(await response.json());
  return emails.toReversed().map(({ messageId, from, destination, subject = '', body, at }) => ({
    id: messageId,
    from,
    to: destination.to ?? [],
    subject,
    text: body.text ?? null,
    html: body.html ?? null,
    sent_at: toTimestamp(at * 1000),
  }));
}

const pageOf = (mails: readonly Mail[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Mail</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  article { border: 1px solid #ccc; border-radius: 8px; padding: 0 1rem; margin: 1rem 0; }
  h2 { font-size: 1.1rem; }
  pre { white-space: pre-wrap; }
  iframe { width: 100%; height: 20rem; border: 0; }
</style>
<h1>Mail</h1>
${mails.length === 0 ? '<p>No mail has been sent yet.</p>' : mails.map(articleOf).join('\n')}
</html>
`;

const articleOf = ({ from, to, subject, text, html, sent_at }: Mail): string => `<article>
<h2>${escaped(subject)}</h2>
<p>${escaped(from)} to ${escaped(to.join(', '))}, ${sent_at}</p>
${text === null ? '' : `<pre>${escaped(text)}</pre>`}
${html === null || text !== null ? '' : `<iframe sandbox srcdoc="${escaped(html)}"></iframe>`}
</article>`;
