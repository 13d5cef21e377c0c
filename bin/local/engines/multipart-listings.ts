/** What the S3 engine lacks and S3 has: lists of the multipart uploads in progress and of the parts that have arrived. */
import type { FastifyInstance } from 'fastify';
import type { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js';
import type { MultipartUpload } from '../../../node_modules/fauxqs/dist/s3/s3Types.js';

export function addMultipartListings(app: FastifyInstance, store: S3Store): void {
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
