/** What links to the bucket lead to: the S3 engine, on the server's own port and for the pages of every origin. */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Mount, pathOf, targetOf } from '../../../lib/gateway/mounts.ts';
import { reply, shareWith } from '../../../lib/gateway/reply.ts';
import { forward } from '../forward.ts';
import { expiryOf, isSigned, type SignedRequest, signedHeadersOf } from './link-signature.ts';
import { mediaPolicy } from './media.ts';

const everybody = { origins: ['*'], methods: ['PUT', 'GET'], exposed: ['ETag'] };

/** What links are made for: sending the object of an upload, and fetching a digital file. Each is `prefix/store/id`. */
const places = { PUT: ['files', 'pending'], GET: ['files'] } as const;

/** Serves signed links to the objects of a bucket. Whatever else S3 can do is asked of the engine itself. */
export function links(engine: string, bucket: string): Mount {
  const agent = new Agent({ keepAlive: true });
  return {
    pages: 'every',
    handles: (_, path) => path.startsWith(`/${bucket}/`),

    async handle(request, response) {
      if (shareWith(everybody, request, response)) return;
      const refusal = await refusalOf(request, bucket);
      if (refusal !== undefined) return refuse(response, refusal);
      response.setHeader('Content-Security-Policy', mediaPolicy);
      await forward(request, response, { engine: new URL(engine), agent, headers: passedOn(request.headers) });
    },
  };
}

interface Refusal {
  code: 'AccessDenied' | 'SignatureDoesNotMatch';
  message: string;
}

const denied = (message = 'Access Denied'): Refusal => ({ code: 'AccessDenied', message });

/** Why S3 would not follow a link; the engine asks neither for a signature nor for the time, of which this server has its own. */
async function refusalOf(request: IncomingMessage, bucket: string): Promise<Refusal | undefined> {
  const { method = '', headers } = request;
  const path = pathOf(request);
  const link: SignedRequest = { method, path, query: new URLSearchParams(targetOf(request).split('?', 2)[1]), headers };
  if (!link.query.has('X-Amz-Signature') || !isPlace(method, path, bucket)) return denied();
  const isOpen = Date.now() <= expiryOf(link.query);
  if (!isOpen) return denied('Request has expired');
  const signed = signedHeadersOf(link.query);
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signed.has(name))) {
    return denied('There were headers present in the request which were not signed');
  }
  if (await isSigned(link)) return undefined;
  return { code: 'SignatureDoesNotMatch', message: 'The request signature we calculated does not match the signature' };
}

/** Nothing that some reader of the path could take for another one is a place: no dots, no encoding. */
function isPlace(method: string, path: string, bucket: string): boolean {
  const [, inBucket, prefix] = /^\/([\w-]+)\/(\w+)\/\w+\/\w+$/.exec(path) ?? [];
  const allowed: readonly string[] = method === 'PUT' || method === 'GET' ? places[method] : [];
  return inBucket === bucket && prefix !== undefined && allowed.includes(prefix);
}

/** Of headers that nobody has signed, those that S3 heeds in a plain request for an object. */
const heeded = /^(?:content-(?:type|length)|range|if-(?:none-)?match|if-(?:un)?modified-since|x-amz-.*)$/;

const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => heeded.test(name)));

function refuse(response: ServerResponse, { code, message }: Refusal): void {
  const body = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
  reply(response, 403, { 'Content-Type': 'application/xml', 'Content-Length': body.length }, body);
}
