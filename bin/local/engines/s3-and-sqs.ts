import { mkdirSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { buildApp } from '../../../node_modules/fauxqs/dist/app.js';
import { S3Error } from '../../../node_modules/fauxqs/dist/common/errors.js';
import { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js';
import { FileS3Persistence } from '../../../node_modules/fauxqs/dist/s3/fileS3Persistence.js';
import { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js';
import type { MultipartUpload } from '../../../node_modules/fauxqs/dist/s3/s3Types.js';
import { SnsStore } from '../../../node_modules/fauxqs/dist/sns/snsStore.js';
import { SqsStore } from '../../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import { dataFiles } from '../data-folder.ts';
import { engineHosts, keepPagesOut } from '../guard.ts';
import type { Engine } from './engine.ts';

// The package exports only a server that listens on every interface; its parts make one on loopback that keeps data.

/** S3 takes single objects of 5 GB; here it is what the largest presigned upload of one piece needs, and some. */
const objectBytes = 64 * 1024 * 1024;

/** Starts S3 and SQS on a port of loopback, in memory or in a folder. */
export async function startS3AndSqs(port: number, data: string | undefined): Promise<Engine> {
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new BoundedStore() };
  const close = data === undefined ? () => undefined : keepIn(data, stores);
  const app = buildApp({ logger: false, stores });
  app.removeContentTypeParser('*');
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: objectBytes }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onSend', async (request, reply) => {
    const { 'response-content-disposition': disposition } = request.query as Record<string, string | undefined>;
    if (disposition !== undefined) reply.header('content-disposition', disposition);
  });
  addMultipartListings(app, stores.s3Store);
  addConditionalPuts(app, stores.s3Store);
  keepPagesOut(app.server, engineHosts(port));
  const endpoint = await app.listen({ port, host: '127.0.0.1' });
  return {
    endpoint,
    async stop() {
      await app.close();
      close();
    },
  };
}

interface Stores {
  sqsStore: SqsStore;
  snsStore: SnsStore;
  s3Store: S3Store;
}

/** Loads what the folder holds and keeps every change there: queues in a database, objects as files. */
function keepIn(data: string, { sqsStore, snsStore, s3Store }: Stores): () => void {
  const objectsFolder = join(data, dataFiles.objects);
  mkdirSync(objectsFolder, { recursive: true });
  const queues = new PersistenceManager(data);
  const objects = new FileS3Persistence(objectsFolder);
  queues.loadSqsAndSns(sqsStore, snsStore);
  objects.loadS3(s3Store);
  // Only after loading: a store that keeps its changes would write back what it reads.
  sqsStore.persistence = queues;
  snsStore.persistence = queues;
  s3Store.persistence = objects;
  for (const queue of sqsStore.allQueues()) queue.persistence = queues;
  return () => {
    queues.close();
    objects.close();
  };
}

/** The S3 engine's store, which refuses keys that a file system would take for another path. */
class BoundedStore extends S3Store {
  override restoreObject(...[bucket, object]: Parameters<S3Store['restoreObject']>): void {
    if (isPlain(object.key)) super.restoreObject(bucket, object);
  }

  override restoreMultipartUpload(...[upload]: Parameters<S3Store['restoreMultipartUpload']>): void {
    if (isPlain(upload.key)) super.restoreMultipartUpload(upload);
  }

  override putObject(...[bucket, key, ...rest]: Parameters<S3Store['putObject']>) {
    return super.putObject(bucket, plain(key), ...rest);
  }

  override createMultipartUpload(...[bucket, key, ...rest]: Parameters<S3Store['createMultipartUpload']>) {
    return super.createMultipartUpload(bucket, plain(key), ...rest);
  }

  override renameObject(bucket: string, sourceKey: string, destKey: string): void {
    super.renameObject(bucket, plain(sourceKey), plain(destKey));
  }

  override deleteObject(bucket: string, key: string): void {
    super.deleteObject(bucket, plain(key));
  }
}

function plain(key: string): string {
  if (!isPlain(key)) throw new S3Error('InvalidRequest', 'No segment of a key may be empty, . or ..', 400);
  return key;
}

const isPlain = (key: string): boolean =>
  key
    .split(/[/\\]/)
    .every(
      (segment, index, all) =>
        !['.', '..'].includes(segment) && (segment !== '' || (index > 0 && index === all.length - 1)),
    );

function addMultipartListings(app: FastifyInstance, store: S3Store): void {
  const { multipartUploads } = store as unknown as { multipartUploads: Map<string, MultipartUpload> };
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET') return;
    const { uploadId, uploads } = request.query as Record<string, string | undefined>;
    const { bucket } = request.params as { bucket?: string };
    if (uploads !== undefined) {
      const underWay = [...multipartUploads.values()].filter((upload) => upload.bucket === bucket);
      return reply.type('application/xml').send(uploadsXml(underWay));
    }
    if (uploadId === undefined) return;
    const upload = multipartUploads.get(uploadId);
    return upload
      ? reply.type('application/xml').send(partsXml(upload))
      : reply.code(404).type('application/xml').send(noSuchUpload);
  });
}

/** As S3 does, refuses to put an object in place of another one than a condition names. */
function addConditionalPuts(app: FastifyInstance, store: S3Store): void {
  // After the body has arrived: nothing else runs between the check and the put.
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'PUT' || request.headers['x-amz-copy-source'] !== undefined) return;
    const { bucket = '', '*': key = '' } = request.params as { bucket?: string; '*'?: string };
    const refused = refusalOf(request.headers, () => etagOf(store, bucket, key));
    return refused && refuse(reply, ...refused);
  });
}

function refusalOf(headers: IncomingHttpHeaders, find: () => string | undefined): [number, string] | undefined {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match === undefined && noneMatch === undefined) return undefined;
  const etag = find();
  if (match !== undefined && etag === undefined) return [404, 'NoSuchKey'];
  const isMet = match === undefined ? etag === undefined : etag === match;
  return isMet ? undefined : [412, 'PreconditionFailed'];
}

function etagOf(store: S3Store, bucket: string, key: string): string | undefined {
  try {
    return store.headObject(bucket, key).etag;
  } catch (error) {
    if (error instanceof S3Error) return undefined;
    throw error;
  }
}

const refuse = (reply: FastifyReply, status: number, code: string) =>
  reply.code(status).type('application/xml').send(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

const noSuchUpload = '<Error><Code>NoSuchUpload</Code><Message>The multipart upload does not exist</Message></Error>';

const uploadsXml = (uploads: readonly MultipartUpload[]): string => {
  const each = uploads.map(({ key, uploadId }) => `<Upload><Key>${key}</Key><UploadId>${uploadId}</UploadId></Upload>`);
  return `<ListMultipartUploadsResult>${each.join('')}</ListMultipartUploadsResult>`;
};

const partsXml = ({ parts }: MultipartUpload): string => {
  const each = [...parts.values()]
    .toSorted((a, b) => a.partNumber - b.partNumber)
    .map(
      ({ partNumber, etag, body }) =>
        `<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${body.length}</Size></Part>`,
    );
  return `<ListPartsResult><IsTruncated>false</IsTruncated>${each.join('')}</ListPartsResult>`;
};
