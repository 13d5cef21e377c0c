/** The formats that a move-in reads, and how a file's is found. */

import { suggested } from '../../command-line/suggestion.ts';
import type { Rows } from '../files/rows.ts';
import type { Field, Format } from './format.ts';
import { customerAddresses, shopifyCustomers, woocommerceCustomers } from './formats/customers.ts';
import {
  giftCards,
  riseGiftCards,
  squareGiftCards,
  woocommerceGiftCards,
  woocommerceGiftCardsApi,
} from './formats/gift-cards.ts';
import { judgeMe, okendo, reviews, yotpo } from './formats/reviews.ts';
import { storeCredits } from './formats/store-credits.ts';
import { waitlist } from './formats/waitlist.ts';

export const formats: readonly Format[] = [
  giftCards,
  reviews,
  customerAddresses,
  waitlist,
  storeCredits,
  judgeMe,
  yotpo,
  okendo,
  shopifyCustomers,
  woocommerceCustomers,
  squareGiftCards,
  woocommerceGiftCards,
  woocommerceGiftCardsApi,
  riseGiftCards,
];

/** Files that hold no codes, so that their cards cannot be imported. */
const withoutCodes: readonly { marks: readonly string[]; of: string; instead: string }[] = [
  { marks: ['last_characters'], of: 'Shopify', instead: 'Shopify returns only the last four characters of a code' },
  {
    marks: ['rise_gift_card_id', 'remaining_value'],
    of: 'Rise.ai',
    instead: 'export the Activity tab, which shows the codes',
  },
];

type Header = Pick<Rows, 'columns' | 'repeated'>;

type Columns = Rows['columns'];

/**
 * The format of a file: the one that is named, or the one with the header's columns. Throws, and says what to do, where the header
 * fits none or several, or is not one of the format. Messages hold a heading only if the columns that identify the format show that there is a
 * header: in a file without one, a heading would be data.
 */
export function formatOf({ columns, repeated }: Header, as: string | undefined): Format {
  const format = as === undefined ? recognized(columns) : named(as);
  const read = readFrom(format);
  const unknown = format.isOurs ? [...columns.keys()].find((name) => !read.has(name)) : undefined;
  if (unknown !== undefined) throw new Error(unknownColumn(unknown, columns, format));
  const missing = fieldsOf(format).find(
    ({ from, isRequired }) => isRequired && !from.some((name) => columns.has(name)),
  );
  if (missing) throw new Error(`a file of ${format.name} needs a column ${missing.from.join(' or ')}`);
  const twice = [...repeated].find((name) => read.has(name));
  if (twice !== undefined) throw new Error(`the header has the column ${twice} twice`);
  return format;
}

function unknownColumn(name: string, columns: Columns, format: Format): string {
  const read = [...readFrom(format)];
  const place = `column ${[...columns.keys()].indexOf(name) + 1}`;
  const near = hasMarks(format, columns) ? suggested(name, read) : undefined;
  const named = hasMarks(format, columns) ? `${place}, ${JSON.stringify(columns.get(name))},` : place;
  const meant = near === undefined ? '' : `did you mean ${near}? `;
  return `${named} is not in ${format.name}: ${meant}expected ${read.join(', ')}`;
}

const names = formats.map(({ name }) => name).join(', ');

function named(as: string): Format {
  const format = formats.find(({ name }) => name === as);
  if (!format) throw new Error(`--as must be one of ${names}`);
  return format;
}

function recognized(columns: Columns): Format {
  const fitting = formats.filter((format) => fits(format, columns));
  const [format = formats.find((each) => hasMarks(each, columns)), ...others] = fitting;
  if (!format)
    throw new Error(codeless(columns) ?? `the header matches no format: choose one with --as FORMAT: ${names}`);
  if (others.length === 0) return format;
  throw new Error(
    `the header matches several formats: choose one with --as FORMAT: ${fitting.map(({ name }) => name).join(', ')}`,
  );
}

const hasMarks = ({ marks }: Format, columns: Columns): boolean =>
  marks.some((some) => some.every((name) => columns.has(name)));

const fits = (format: Format, columns: Columns): boolean =>
  hasMarks(format, columns) && (!format.isOurs || [...columns.keys()].every((name) => readFrom(format).has(name)));

function codeless(columns: Columns): string | undefined {
  const found = withoutCodes.find(({ marks }) => marks.every((name) => columns.has(name)));
  return found && `this report of ${found.of} contains no gift card codes: ${found.instead}`;
}

export const fieldsOf = ({ records }: Format): readonly Field[] =>
  records.flatMap(({ fields }) => Object.values(fields));

const readFrom = (format: Format): ReadonlySet<string> => new Set(fieldsOf(format).flatMap(({ from }) => from));
