import { exampleOutput, examplesOf, functionExamplesOf } from '../../schema/examples.ts';
import { demoStore } from '../demo-store.ts';
import * as digitalFilesFields from './fields.ts';
import * as functions from './functions.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

const ofBook = { id: demoStore.products.book };
const epub = { ...ofBook, variant_id: demoStore.variants.epub };
const upload = { ...epub, upload_id: demoStore.uploads.file };

export const examples = examplesOf(operations, {
  uploadDigitalFile: {
    path: epub,
    file: {
      name: 'the-art-of-tea.epub',
      contentType: 'application/epub+zip',
      base64: 'UEsDBAoAAAAAAAAAIQBvYassFAAAABQAAAA=',
    },
    reply: exampleOutput(digitalFilesFields.digitalFile),
  },
  startDigitalFileUpload: {
    path: epub,
    body: exampleOutput(digitalFilesFields.digitalFileUploadInput),
    reply: exampleOutput(digitalFilesFields.digitalFileUpload),
  },
  abandonDigitalFileUpload: { path: { ...epub, upload_id: demoStore.uploads.abandoned } },
  resumeDigitalFileUpload: {
    path: upload,
    reply: exampleOutput(digitalFilesFields.resumedDigitalFileUpload, { id: demoStore.uploads.file }),
  },
  completeDigitalFileUpload: {
    path: upload,
    body: exampleOutput(digitalFilesFields.finishedParts),
    reply: exampleOutput(digitalFilesFields.digitalFile, {
      id: 'pdf_01khdq50138v3k5x9w2t6r0ybn',
      file_name: 'the-art-of-tea-2.epub',
      file_size: 31,
    }),
  },
  deleteDigitalFile: {
    path: { ...ofBook, variant_id: demoStore.variants.sampler, file_id: demoStore.files.sampler },
  },
});

export const functionExamples = functionExamplesOf(functions, { createDownload: {} });
