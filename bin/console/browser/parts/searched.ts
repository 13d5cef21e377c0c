/** What staff pick by search: types of records, and what of them a search knows. */
import { type Area, hasArea } from '../state/session.ts';

interface Searched {
  /** How the page names one. */
  noun: string;
  /** The area that a key needs to find one; undefined if every key finds it. */
  area?: Area;
  prefix: string;
  /** What staff may type. */
  by: string;
}

const types = {
  customer: {
    noun: 'customer',
    area: 'customers',
    prefix: 'cus',
    by: 'the start of the name, the email address or the id',
  },
  product: { noun: 'product', prefix: 'pro', by: 'the start of the name, or the id' },
  order: { noun: 'order', area: 'gift_cards', prefix: 'ord', by: 'the id, or the email address of the customer' },
  gift_card: {
    ...{ noun: 'gift card', area: 'gift_cards', prefix: 'gcd' },
    by: 'the last four characters, the code, the recipient’s email address or the id',
  },
} as const satisfies Readonly<Record<string, Searched>>;

export type PickedType = keyof typeof types;

export const searchedBy = (type: PickedType): Searched => types[type];

/** Whether the key finds records of a type. Otherwise, staff type the id. */
export function mayFind(type: PickedType): boolean {
  const { area } = searchedBy(type);
  return area === undefined || hasArea(area);
}

/** Whether a text is a public id of the type. */
export const isIdOf = (type: PickedType, text: string): boolean =>
  new RegExp(`^${types[type].prefix}_[A-Za-z0-9]{1,64}$`).test(text);
