/** Events about digital files, and the rule that makes them. */
import type { Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { shownOf } from '../../schema/field.ts';
import { variantOf } from '../catalog/fields.ts';
import type { DigitalFile } from './fields.ts';
import { completeDigitalFileUpload, deleteDigitalFile, uploadDigitalFile } from './operations.ts';

export const object: EventObject = {
  resource: 'digitalFile',
  title: 'Digital file events',
  text: 'Changes of the files that buyers download. A file itself never changes: replacing it sends two events, one for each file.',
};

const data = shownOf(variantOf);

export const eventTypes = {
  'digital_file.uploaded': event({
    when: 'a file was attached to a variant',
    text: 'If it replaces a file, a `digital_file.deleted` for the old file is sent from the same commit.',
    by: [uploadDigitalFile, completeDigitalFileUpload],
    data: data,
    example: {
      id: 'pdf_01khdq50108v3k5x9w2t6r0ybn',
      sequence: 1,
      data: { product_id: 'pro_book', variant_id: 'prv_bookepub' },
    },
  }),
  'digital_file.deleted': event({
    when: 'a file was deleted or replaced',
    text: 'The last event of the file. Links to the file stop working.',
    by: [deleteDigitalFile, uploadDigitalFile, completeDigitalFileUpload],
    data: data,
    example: { id: 'pdf_sampler', sequence: 2, data: { product_id: 'pro_book', variant_id: 'prv_booksampler' } },
  }),
};

/** A file is stored under its variant; a replacement is another object. */
export const rule: Rule<DigitalFile, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'PRODUCT' && kind === 'FILE',

  toEvents(before, after, { partition: [, product_id = ''], sort: [, variant_id = ''] }) {
    if (before?.id === after?.id) return [];
    const data = { product_id, variant_id };
    return [
      ...(before ? [{ type: 'digital_file.deleted', id: before.id, data } as const] : []),
      ...(after ? [{ type: 'digital_file.uploaded', id: after.id, data } as const] : []),
    ];
  },
};
