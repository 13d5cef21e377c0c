/** Storefront page, `import-records`: what is mirrored of sites and products. */
import * as z from 'zod/mini';
import { field, idOf, inputOf, shownInteger, shownOf } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { optionalText, requiredOr, text } from '../../schema/text.ts';
import { timestampInput } from '../../schema/times.ts';
import {
  integer,
  mailAddress,
  oneOf,
  optionalColor,
  optionalLocale,
  secureAddress,
  webAddress,
} from '../../schema/values.ts';

/** What a site has where its import leaves these out, and where it was stored before they came. */
export const absentOfSite = {
  locale: 'en',
  logo_url: null,
  color: null,
  reviews_enabled: true,
  gift_notes_enabled: true,
  gift_note_max_length: 500,
};

/** A yes or no of a site, which is yes where nothing is said. */
const switchOf = (name: 'reviews_enabled' | 'gift_notes_enabled', words: string) =>
  field({
    input: z.nullish(z.boolean({ error: `site ${name} must be a boolean` })),
    absent: absentOfSite[name],
    words: `${words} Left out: \`true\`.`,
    example: undefined,
  });

/** What a site holds as it is imported. */
const siteFields = {
  id: field({ input: id('site id', 'site'), words: 'Public id of the site, `sit_…`.', example: 'sit_demo' }),
  name: field({
    input: text({ label: 'site name', max: 255, form: 'line' }),
    words: 'Name, 1 to 255 characters, with which mails are signed.',
    example: 'Teapots',
  }),
  email_from: field({
    input: mailAddress('site email_from', 'site email_from is required'),
    words: 'Address that mails of the site come from. It must be verified in Amazon SES.',
    example: 'shop@example.com',
  }),
  url: field({
    input: webAddress('site url'),
    words: 'Address of the storefront, `http` or `https`, to which mails lead.',
    example: 'https://shop.example.com',
  }),
  locale: field({
    input: optionalLocale('site locale'),
    absent: absentOfSite.locale,
    words: 'Language of its mails (BCP 47), where neither the recipient nor the customer has one. Left out: `en`.',
    example: undefined,
  }),
  logo_url: field({
    input: z.nullish(secureAddress('site logo_url')),
    absent: absentOfSite.logo_url,
    words: 'Address of the logo at the top of its mails, `https`. Left out: none.',
    example: undefined,
  }),
  color: field({
    input: optionalColor('site color'),
    absent: absentOfSite.color,
    words:
      'Colour of the button and the links in its mails, `#rrggbb`. It is used where it has a contrast of 4.5:1, and the default colour elsewhere.',
    example: undefined,
  }),
  reviews_enabled: field({
    ...switchOf('reviews_enabled', ''),
    words:
      'Whether its customers may post reviews and its pages show them. Left out: `true`. The API lists them either way.',
  }),
  gift_notes_enabled: switchOf('gift_notes_enabled', 'Whether buyers may write a note with a gift.'),
  gift_note_max_length: field({
    input: z.nullish(
      integer({
        label: 'site gift_note_max_length',
        min: 0,
        max: 10_000,
        outside: 'site gift_note_max_length must be between 0 and 10000',
      }),
    ),
    absent: absentOfSite.gift_note_max_length,
    words: 'Longest gift note in characters, 0 to 10,000. Left out: 500.',
    example: undefined,
  }),
};

export const importedSite = inputOf(siteFields);

export type ImportedSite = z.output<typeof importedSite>;

/** What each kind of delivery means, for the reference. */
const deliveryWords = {
  physical: 'Is shipped.',
  digital: 'Is downloaded: its variants carry digital files.',
  gift_card: 'Becomes gift cards when the order is paid.',
};

/** How buyers get a product. */
export const delivery = field({
  input: oneOf(['physical', 'digital', 'gift_card'], {
    required: 'product delivery is required',
    wrong: 'product delivery must be physical, digital, or gift_card',
  }),
  shown: z.enum(['physical', 'digital', 'gift_card']),
  words: { text: 'How buyers get the product.', values: deliveryWords },
  example: 'physical',
});

const variant = inputOf({
  id: field({
    input: id('variant id', 'variant'),
    words: 'Public id of the variant, `prv_…`.',
    example: 'prv_strainer',
  }),
  name: field({
    input: text({ label: 'variant name', max: 255, min: 0 }),
    words: 'Name, up to 255 characters, possibly empty; reviews of the variant show it.',
    example: 'Steel',
  }),
});

/** Likewise of a product. */
export const absentOfProduct = { description: '', url: null };

/** A product as it is imported. */
export const importedProduct = inputOf({
  id: field({
    input: id('product id', 'product'),
    words: 'Public id of the product, `pro_…`.',
    example: 'pro_strainer',
  }),
  name: field({
    input: text({ label: 'product name', max: 1000 }),
    words: 'Name, 1 to 1,000 characters, by which the waitlist is searched.',
    example: 'Tea strainer',
  }),
  status: field({
    input: text({ label: 'product status', max: 64 }),
    words: "The store's own word for it, such as `active`, 1 to 64 characters.",
    example: 'active',
  }),
  description: field({
    input: optionalText({ label: 'product description', max: 20_000 }),
    words: 'Text, up to 20,000 characters. Left out: empty.',
    absent: absentOfProduct.description,
    example: 'Fine steel mesh.',
  }),
  url: field({
    input: z.nullish(webAddress('product url')),
    words: "The product's page on the storefront, `http` or `https`, to which a restock mail leads. Left out: none.",
    absent: absentOfProduct.url,
    example: undefined,
  }),
  delivery,
  created_at: field({
    input: timestampInput('product created_at'),
    words: 'When the product was created, RFC 3339. Of equal waiting counts the later one comes first.',
    example: '2026-02-01T09:00:00Z',
  }),
  updated_at: field({
    input: timestampInput('product updated_at'),
    words: 'When the product was last changed, RFC 3339.',
    example: '2026-02-01T09:00:00Z',
  }),
  variants: field({
    input: z
      .array(variant, { error: requiredOr('product variants is required', 'product variants must be an array') })
      .check(z.maxLength(250, { error: 'product variants must be 250 or fewer' })),
    words: 'Every variant of the product, up to 250. One that is missing here is gone.',
    example: [{ id: 'prv_strainer', name: 'Steel' }],
  }),
});

export type ImportedProduct = z.output<typeof importedProduct>;

/** How many records an import stored, by kind. */
export const imported = shownOf({
  sites: shownInteger({ words: 'Sites stored.', example: 0 }),
  customers: shownInteger({ words: 'Customers stored.', example: 1 }),
  products: shownInteger({ words: 'Products stored.', example: 1 }),
});

/** The variant that something has happened to. */
export const variantOf = {
  product_id: idOf('product', { words: 'The product that has the variant.', example: 'pro_teapot' }),
  variant_id: idOf('variant', { words: 'The variant, of a size or a colour, say.', example: 'prv_teapotsmall' }),
};
