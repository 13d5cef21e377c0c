/** Storefront page, `import-records`: the mirrored fields of sites and products. */
import * as z from 'zod/mini';
import { exampleOutput } from '../../schema/examples.ts';
import { exampleTime, field, idOf, inputOf, objectOf, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { limits } from '../../schema/limits.ts';
import { optionalText, requiredOr, text } from '../../schema/text.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import {
  gtin,
  integer,
  mailAddress,
  oneOf,
  optionalColor,
  optionalLocale,
  secureAddress,
  webAddress,
} from '../../schema/values.ts';
import { digitalFile } from '../digital-files/fields.ts';

/** Defaults of fields that an import omits, and of sites stored before these fields existed. */
export const absentOfSite = {
  locale: 'en',
  logo_url: null,
  color: null,
  reviews_enabled: true,
  gift_notes_enabled: true,
  gift_note_max_length: 500,
  gift_cards_buy_gift_cards: true,
  public_reviews: false,
  review_requests: {
    enabled: false,
    delay_days: limits.reviewRequests.delayDays.usual,
    remind_after_days: null,
    page_url: null,
  },
};

type Switch = 'reviews_enabled' | 'gift_notes_enabled' | 'gift_cards_buy_gift_cards' | 'public_reviews';

/** A boolean of a site. */
const switchOf = (name: Switch, words: string) =>
  field({
    input: z.nullish(z.boolean({ error: `site ${name} must be a boolean` })),
    absent: absentOfSite[name],
    words: `${words} If omitted, \`${absentOfSite[name]}\`.`,
    example: undefined,
  });

const days = limits.reviewRequests;

/** How a site asks for reviews (Storefront parts page, 4). */
const reviewRequests = inputOf(
  {
    enabled: field({
      input: z.nullish(z.boolean({ error: 'site review_requests.enabled must be a boolean' })),
      absent: absentOfSite.review_requests.enabled,
      words: 'Whether buyers get an email that asks for reviews. If omitted, `false`.',
      example: undefined,
    }),
    delay_days: field({
      input: z.nullish(
        integer({
          label: 'site review_requests.delay_days',
          min: 0,
          max: days.delayDays.atMost,
          outside: `site review_requests.delay_days must be between 0 and ${days.delayDays.atMost}`,
        }),
      ),
      absent: absentOfSite.review_requests.delay_days,
      words: `Days from the order being fulfilled to the email, 0 to ${days.delayDays.atMost}. If omitted, ${days.delayDays.usual}.`,
      example: undefined,
    }),
    remind_after_days: field({
      input: z.nullish(
        integer({
          label: 'site review_requests.remind_after_days',
          min: 1,
          max: days.remindAfterDays,
          outside: `site review_requests.remind_after_days must be between 1 and ${days.remindAfterDays}`,
        }),
      ),
      absent: absentOfSite.review_requests.remind_after_days,
      words: `Days from that email to one reminder, 1 to ${days.remindAfterDays}. If omitted, no reminder.`,
      example: undefined,
    }),
    page_url: field({
      input: z.nullish(secureAddress('site review_requests.page_url')),
      absent: absentOfSite.review_requests.page_url,
      words:
        'Your own page that the email links to, `https`; it gets the shopper token as `#t=<token>`. If omitted, `{base_url}/review/`.',
      example: undefined,
    }),
  },
  { error: 'site review_requests must be an object' },
);

/** The fields of a site in an import. */
const siteFields = {
  id: field({ input: id('site id', 'site'), words: 'Public id of the site, `sit_…`.', example: 'sit_demo' }),
  name: field({
    input: text({ label: 'site name', max: 255, form: 'line' }),
    words: 'Name of the site, 1 to 255 characters; emails are signed with it.',
    example: 'Teapots',
  }),
  email_from: field({
    input: mailAddress('site email_from', 'site email_from is required'),
    words: 'Address that emails of the site are sent from. It must be verified in Amazon SES.',
    example: 'shop@example.com',
  }),
  url: field({
    input: webAddress('site url'),
    words: 'URL of the storefront, `http` or `https`; emails link to it.',
    example: 'https://shop.example.com',
  }),
  locale: field({
    input: optionalLocale('site locale'),
    absent: absentOfSite.locale,
    words:
      'Language of its emails (BCP 47), used if neither the recipient nor the customer has a language. If omitted, `en`.',
    example: undefined,
  }),
  logo_url: field({
    input: z.nullish(secureAddress('site logo_url')),
    absent: absentOfSite.logo_url,
    words: 'URL of the logo at the top of its emails, `https`. If omitted, no logo.',
    example: undefined,
  }),
  color: field({
    input: optionalColor('site color'),
    absent: absentOfSite.color,
    words:
      'Color of the button and the links in its emails, `#rrggbb`. If its contrast with the background is below 4.5:1, the default color is used.',
    example: undefined,
  }),
  reviews_enabled: field({
    ...switchOf('reviews_enabled', ''),
    words:
      'Whether customers may post reviews on the site and see reviews on its pages. If omitted, `true`. The API lists reviews in either case.',
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
    words: 'Maximum length of a gift note in characters, 0 to 10,000. If omitted, 500.',
    example: undefined,
  }),
  gift_cards_buy_gift_cards: switchOf('gift_cards_buy_gift_cards', 'Whether gift cards may pay for gift cards.'),
  public_reviews: switchOf(
    'public_reviews',
    'Whether published reviews are also files under `{base_url}/public/`, which everyone can read.',
  ),
  review_requests: field({
    input: z.nullish(reviewRequests),
    absent: absentOfSite.review_requests,
    words: 'How the site asks buyers for reviews. If omitted, it does not ask.',
    example: undefined,
  }),
};

export const importedSite = inputOf(siteFields);

export type ImportedSite = z.output<typeof importedSite>;

/** The meaning of each kind of delivery, for the reference. */
const deliveryWords = {
  physical: 'Shipped to the buyer.',
  digital: 'Downloaded: its variants have digital files.',
  gift_card: 'Becomes gift cards when the order is paid.',
};

/** How buyers get a product. */
const delivery = field({
  input: oneOf(['physical', 'digital', 'gift_card'], {
    required: 'product delivery is required',
    wrong: 'product delivery must be physical, digital, or gift_card',
  }),
  shown: z.enum(['physical', 'digital', 'gift_card']),
  words: { text: 'How buyers receive the product.', values: deliveryWords },
  example: 'physical',
});

/** The fields of a product that the API shows, in two parts: an object may have fields of its own in between. */
export const productFields = {
  id: idOf('product', { words: 'Public id of the product, `pro_…`.', example: 'pro_cup' }),
  name: shownText({ words: 'Name of the product, as imported; `search` looks in it.', example: 'Porcelain cup' }),
  status: shownText({
    words: 'Status of the product in your own system, such as `active` or `archived`, as imported.',
    example: 'active',
  }),
  description: shownText({ words: 'Text, as imported; may be empty.', example: 'Thin porcelain, 150 ml.' }),
  delivery,
  review_count: shownInteger({ words: 'Number of reviews with status `published`.', example: 2, absent: 0 }),
  rating_average: field({
    shown: z.nullable(z.number()),
    words: 'Average stars of the published reviews, rounded to two decimals; null without published reviews.',
    example: 2.5,
  }),
};

export const productTimes = {
  created_at: field({
    shown: timestamp,
    words: 'When the product was created, as imported.',
    example: '2026-01-02T09:00:00Z',
  }),
  updated_at: field({
    shown: timestamp,
    words: 'When the product was last changed, as imported.',
    example: '2026-01-02T09:00:00Z',
  }),
};

/** A variant of a product, as the API shows it (Staff console page, "Reads of what is mirrored"). */
const productVariant = shownOf({
  id: idOf('variant', { words: 'Public id of the variant, `prv_…`.', example: 'prv_cup' }),
  name: shownText({ words: 'Name of the variant, as imported; may be empty.', example: 'White' }),
  waiting_count: shownInteger({
    words:
      'Number of shoppers waiting for the variant; each email address counts once, until its restock email is queued.',
    example: 2,
  }),
  waiting_since: field({
    shown: z.nullable(timestamp),
    words: 'When the shopper who has waited longest joined; null if no shopper waits.',
    example: exampleTime,
  }),
  digital_file: field({
    shown: z.nullable(digitalFile),
    words: 'The digital file of the variant, or null.',
    example: null,
  }),
});

/** A name or number of one line by which other services find a product. It is not empty: feeds have no place for an empty one. */
function productIdentifier(name: 'mpn' | 'brand' | 'sku', declared: { words: string; example: string }) {
  const label = `product ${name}`;
  const empty = `${label} must not be empty`;
  return field({
    input: z.nullish(
      text({ label, max: limits.productIdentifier, form: 'line', required: empty }).check(
        z.regex(/\S/, { error: empty }),
      ),
    ),
    shown: z.nullable(z.string()),
    absent: null,
    inBody: `1 to ${limits.productIdentifier} characters. If omitted, none.`,
    ...declared,
  });
}

/** By what other services, such as Google, find a product (Storefront parts page, section 1). */
export const productIdentifiers = {
  gtin: field({
    input: z.nullish(gtin('product gtin')),
    shown: z.nullable(z.string()),
    absent: null,
    words: 'Global Trade Item Number, such as an EAN, a UPC or an ISBN-13, or null.',
    inBody: '8, 12, 13 or 14 digits with their check digit, without spaces and hyphens. If omitted, none.',
    example: '4006381333931',
  }),
  mpn: productIdentifier('mpn', { words: 'Part number that the manufacturer uses, or null.', example: 'CUP-150' }),
  brand: productIdentifier('brand', { words: 'Brand of the product, or null.', example: 'Aria' }),
  sku: productIdentifier('sku', { words: 'Number that your shop uses for its stock, or null.', example: 'cup-white' }),
  image_url: field({
    input: z.nullish(secureAddress('product image_url')),
    shown: z.nullable(z.string()),
    absent: null,
    words: 'URL of a photo of the product, or null.',
    inBody: '`https`. If omitted, none.',
    example: 'https://teapots.example/cup.jpg',
  }),
};

/** A product as the API shows it, with its variants. */
export const product = objectOf('Product', {
  ...productFields,
  ...productTimes,
  url: field({
    shown: z.nullable(z.string()),
    words: 'URL of the product page on the storefront, as imported, or null.',
    example: 'https://teapots.example/cup',
  }),
  ...productIdentifiers,
  variants: field({
    shown: z.array(productVariant),
    words: 'All variants of the product, in the order of the import.',
    example: [exampleOutput(productVariant)],
  }),
});

export type Product = z.output<typeof product>;

const variant = inputOf({
  id: field({
    input: id('variant id', 'variant'),
    words: 'Public id of the variant, `prv_…`.',
    example: 'prv_strainer',
  }),
  name: field({
    input: text({ label: 'variant name', max: 255, min: 0 }),
    words: 'Name of the variant, up to 255 characters, may be empty; reviews show it.',
    example: 'Steel',
  }),
});

/** Defaults of fields that an import omits, and of products stored before these fields existed. */
export const absentOfProduct = {
  description: '',
  url: null,
  gtin: null,
  mpn: null,
  brand: null,
  sku: null,
  image_url: null,
};

/** A product in an import. */
export const importedProduct = inputOf({
  id: field({
    input: id('product id', 'product'),
    words: 'Public id of the product, `pro_…`.',
    example: 'pro_strainer',
  }),
  name: field({
    input: text({ label: 'product name', max: 1000 }),
    words: 'Name of the product, 1 to 1,000 characters; searches for waitlisted products match it.',
    example: 'Tea strainer',
  }),
  status: field({
    input: text({ label: 'product status', max: 64 }),
    words: 'Status of the product in your own system, such as `active`, 1 to 64 characters.',
    example: 'active',
  }),
  description: field({
    input: optionalText({ label: 'product description', max: 20_000 }),
    words: 'Text, up to 20,000 characters. If omitted, empty.',
    absent: absentOfProduct.description,
    example: 'Fine steel mesh.',
  }),
  url: field({
    input: z.nullish(webAddress('product url')),
    words: 'URL of the product page on the storefront, `http` or `https`; restock emails link to it. If omitted, none.',
    absent: absentOfProduct.url,
    example: undefined,
  }),
  ...productIdentifiers,
  delivery,
  created_at: field({
    input: timestampInput('product created_at'),
    words:
      'When the product was created, RFC 3339. Among products with the same waiting count, the newest comes first.',
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
    words: 'All variants of the product, up to 250. A variant that is missing here is removed.',
    example: [{ id: 'prv_strainer', name: 'Steel' }],
  }),
});

export type ImportedProduct = z.output<typeof importedProduct>;

/** How many records an import stored, by kind. */
export const imported = shownOf({
  sites: shownInteger({ words: 'Number of sites stored.', example: 0 }),
  customers: shownInteger({ words: 'Number of customers stored.', example: 1 }),
  products: shownInteger({ words: 'Number of products stored.', example: 1 }),
});

/** The variant that an event is about. */
export const variantOf = {
  product_id: idOf('product', { words: 'The product that has the variant.', example: 'pro_teapot' }),
  variant_id: idOf('variant', { words: 'The variant, such as a size or a color.', example: 'prv_teapotsmall' }),
};
