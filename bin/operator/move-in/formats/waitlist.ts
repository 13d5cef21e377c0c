import { type Format, past, product, required, text } from '../format.ts';

/** Our own: columns named as the fields of import-waitlist-entries. */
export const waitlist: Format = {
  name: 'waitlist',
  source: 'the fields of import-waitlist-entries',
  kind: 'waitlist-entries',
  marks: [['product_id', 'variant_id', 'email']],
  isOurs: true,
  records: [
    {
      fields: {
        product_id: product('product_id'),
        variant_id: required(text('variant_id')),
        email: required(text('email')),
        site_id: text('site_id'),
        joined_at: past('joined_at'),
      },
    },
  ],
};
