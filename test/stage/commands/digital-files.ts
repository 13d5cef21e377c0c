import { createHash } from 'node:crypto';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as files from '../../../lib/resources/digital-files/operations.ts';
import { type Command, endpoint, invoked, started } from '../every-order/command.ts';
import { fileBody, type Ground, uploadedPart } from '../every-order/ground.ts';

const variant = ({ recordings, recording }: Ground) => ({ id: recordings.id, variant_id: recording.id });
const upload = (ground: Ground) => ({ ...variant(ground), upload_id: ground.fileUpload.id });

const etag = `"${createHash('md5').update(uploadedPart).digest('hex')}"`;

export const digitalFiles: readonly Command[] = [
  endpoint(files.uploadDigitalFile, (ground, which) => ({ path: variant(ground), ...fileBody(`Edition ${which}`) })),
  endpoint(files.deleteDigitalFile, (ground) => ({ path: { ...variant(ground), file_id: ground.file } })),
  endpoint(files.startDigitalFileUpload, (ground) => ({
    path: variant(ground),
    body: { file_name: 'manual.pdf', file_size: 10 },
  })),
  endpoint(files.resumeDigitalFileUpload, (ground) => ({ path: upload(ground) })),
  endpoint(files.completeDigitalFileUpload, (ground) => ({
    path: upload(ground),
    body: { parts: [{ part_number: 1, etag }] },
  })),
  endpoint(files.abandonDigitalFileUpload, (ground) => ({ path: upload(ground) })),
  invoked(importRecords, ({ recordings }) => ({ products: [{ ...recordings, variants: [] }] }), {
    asked: 'a product without its file’s variant',
  }),
  started('sweep-uploads', () => [], { in: ['usual', 'due uploads'] }),
];
