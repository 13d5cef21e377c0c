import type { Rule } from '../../events/item.ts';
import type { DigitalFile } from './fields.ts';

/** A file lies under its variant: what takes its place is another object. */
export const digitalFiles: Rule<DigitalFile> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'PRODUCT' && kind === 'FILE',

  tell(before, after, { partition: [, product_id = ''], sort: [, variant_id = ''] }) {
    if (before?.id === after?.id) return [];
    const data = { product_id, variant_id };
    return [
      ...(before ? [{ type: 'digital_file.deleted', id: before.id, data } as const] : []),
      ...(after ? [{ type: 'digital_file.uploaded', id: after.id, data } as const] : []),
    ];
  },
};
