import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
// The package exports only a server that listens on every interface; its parts make one on loopback that keeps data.
import { buildApp } from '../../../node_modules/fauxqs/dist/app.js';
import { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js';
import { FileS3Persistence } from '../../../node_modules/fauxqs/dist/s3/fileS3Persistence.js';
import type { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js';
import { SnsStore } from '../../../node_modules/fauxqs/dist/sns/snsStore.js';
import { SqsStore } from '../../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import { dataFiles } from '../data-folder.ts';
import { engineHosts, keepPagesOut } from '../guard.ts';
import { BoundedStore } from './bounded-store.ts';
import type { Engine } from './engine.ts';
import { addMultipartListings } from './multipart-listings.ts';

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
