/** Photos under `/media/` and published reviews under `/public/`, as CloudFront serves them from the bucket. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, type GetObjectCommandOutput, S3ServiceException } from '@aws-sdk/client-s3';
import { type Mount, pathOf } from '../../../lib/gateway/mounts.ts';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';

/** A file that came from outside, opened directly in a browser: nothing in it runs, and it has no origin. */
export const mediaPolicy = "default-src 'none'; sandbox";

export const media: Mount = {
  // A shop shows photos on its own pages, as it does those of the distribution.
  pages: 'own, and images for every',
  handles: (method, path) => (method === 'GET' || method === 'HEAD') && path.startsWith('/media/'),

  async handle(request, response) {
    const [, key] = /^\/(media\/[\w-]+\/[\w-]+(?:\.\w+)?)$/.exec(pathOf(request)) ?? [];
    await serveObject(key, request, response);
  },
};

/** Public files of reviews under `/public/`: every page may read them. */
export const publicFiles: Mount = {
  pages: 'every',
  handles: (method, path) => (method === 'GET' || method === 'HEAD') && path.startsWith('/public/'),

  async handle(request, response) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'ETag, x-amz-meta-version');
    const [, key] = /^\/(public(?:\/[\w-]+)+\.\w+)$/.exec(pathOf(request)) ?? [];
    await serveObject(key, request, response);
  },
};

/** Answers with the object; 404 without a key. */
async function serveObject(key: string | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('Content-Security-Policy', mediaPolicy);
  const object = key
    ? await find(key, { Range: request.headers.range, IfNoneMatch: request.headers['if-none-match'] })
    : 404;
  if (typeof object === 'number') return void response.writeHead(object).end();
  response.writeHead(object.ContentRange ? 206 : 200, headersOf(object));
  if (request.method === 'HEAD') return void response.end();
  await send(object, response);
}

/** The object, or the status of what S3 answers in its place. */
async function find(Key: string, conditions: { Range: string | undefined; IfNoneMatch: string | undefined }) {
  try {
    return await s3().send(new GetObjectCommand({ Bucket: objectBucket(), Key, ...conditions }));
  } catch (error) {
    if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode ?? 502;
    throw error;
  }
}

const headersOf = (object: GetObjectCommandOutput): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      'Content-Type': object.ContentType,
      'Content-Length': object.ContentLength?.toString(),
      'Content-Range': object.ContentRange,
      'Accept-Ranges': 'bytes',
      'Cache-Control': object.CacheControl,
      ETag: object.ETag,
      'Last-Modified': object.LastModified?.toUTCString(),
      'x-amz-meta-version': object.Metadata?.version,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

async function send({ Body }: GetObjectCommandOutput, response: ServerResponse): Promise<void> {
  if (Body) await pipeline(Body.transformToWebStream(), response);
}
