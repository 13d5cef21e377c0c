import * as contract from '../api/digital-files.ts';
import { example } from './kinds.ts';

export const examples = [
  example(contract.uploadDigitalFile, {
    path: { variant_id: 'prv_bookepub', id: 'pro_book' },
    file: {
      name: 'the-art-of-tea.epub',
      contentType: 'application/epub+zip',
      base64: 'UEsDBAoAAAAAAAAAIQBvYassFAAAABQAAAA=',
    },
    reply: {
      id: 'pdf_01khdq50108v3k5x9w2t6r0ybn',
      file_name: 'the-art-of-tea.epub',
      file_size: 26,
      created_at: '2026-02-14T09:30:00Z',
      updated_at: '2026-02-14T09:30:00Z',
    },
  }),
  example(contract.startDigitalFileUpload, {
    path: { variant_id: 'prv_bookepub', id: 'pro_book' },
    body: { file_name: 'the-art-of-tea.epub', file_size: 8400000, content_type: 'application/epub+zip' },
    reply: {
      id: 'upl_01khdq50118v3k5x9w2t6r0ybn',
      part_size: 6291456,
      parts: [
        {
          part_number: 1,
          url: 'https://store-commerce-api.s3.us-east-1.amazonaws.com/files/sto_demo/pdf_01khdq50128v3k5x9w2t6r0ybn?partNumber=1&X-Amz-Expires=3600&X-Amz-Signature=5f3c9a41d07e82b6',
        },
        {
          part_number: 2,
          url: 'https://store-commerce-api.s3.us-east-1.amazonaws.com/files/sto_demo/pdf_01khdq50128v3k5x9w2t6r0ybn?partNumber=2&X-Amz-Expires=3600&X-Amz-Signature=5f3c9a41d07e82b6',
        },
      ],
      expires_at: '2026-02-15T09:30:00Z',
    },
  }),
  example(contract.abandonDigitalFileUpload, {
    path: { variant_id: 'prv_bookepub', id: 'pro_book', upload_id: 'upl_sampler' },
  }),
  example(contract.resumeDigitalFileUpload, {
    path: { variant_id: 'prv_bookepub', id: 'pro_book', upload_id: 'upl_book' },
    reply: {
      id: 'upl_book',
      part_size: 6291456,
      parts: [
        {
          part_number: 1,
          url: 'https://store-commerce-api.s3.us-east-1.amazonaws.com/files/sto_demo/pdf_01khdq50138v3k5x9w2t6r0ybn?partNumber=1&X-Amz-Expires=3600&X-Amz-Signature=5f3c9a41d07e82b6',
          arrived: true,
          etag: '"856ba201233862bd07ddf832f56908f2"',
        },
      ],
      expires_at: '2026-02-15T09:30:00Z',
    },
  }),
  example(contract.completeDigitalFileUpload, {
    path: { variant_id: 'prv_bookepub', id: 'pro_book', upload_id: 'upl_book' },
    body: { parts: [{ part_number: 1, etag: '"856ba201233862bd07ddf832f56908f2"' }] },
    reply: {
      id: 'pdf_01khdq50138v3k5x9w2t6r0ybn',
      file_name: 'the-art-of-tea-2.epub',
      file_size: 31,
      created_at: '2026-02-14T09:30:00Z',
      updated_at: '2026-02-14T09:30:00Z',
    },
  }),
  example(contract.deleteDigitalFile, {
    path: { variant_id: 'prv_booksampler', id: 'pro_book', file_id: 'pdf_sampler' },
  }),
];
