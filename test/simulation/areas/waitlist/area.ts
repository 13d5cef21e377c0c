/**
 * The waitlist: each address counts once for a variant, in whatever letters it is written; counts are those who wait, the
 * ranking is the counts; a restock's mail goes to everybody who waits, once, and nobody is forgotten.
 */
import { area } from '../../engine/area.ts';
import { complaintAbout } from './model.ts';
import { begin } from './place.ts';
import { counting, getProductWaitlist } from './steps/get-product-waitlist.ts';
import { following, getRestock } from './steps/get-restock.ts';
import { importRecords } from './steps/import-records.ts';
import { joinWaitlist } from './steps/join-waitlist.ts';
import { leaveWaitlist } from './steps/leave-waitlist.ts';
import { listing } from './steps/list-waitlisted-products.ts';
import { restocking, restockVariant } from './steps/restock-variant.ts';

export const waitlist = area({
  name: 'restock waitlist and its mails',
  folder: 'waitlist',
  crowd: 16,
  begin,
  kinds: [getProductWaitlist, getRestock, importRecords, joinWaitlist, leaveWaitlist, restockVariant],
  judge: ({ product }, history, { mails }) =>
    complaintAbout(history, mails, Object.fromEntries(product.variants.map(({ id, name }) => [id, name]))),
  // Whom the last restock of each variant is mailed to tells who was waiting.
  last: (place) => [
    () => [counting(place), ...['', 'teapot', 'BLUE', 'ed t'].map((search) => listing(place, search))],
    () => place.variants.map((variant) => restocking(place, variant, `last-${variant}`)),
    () => [counting(place), listing(place), ...place.variants.map((variant) => following(place, `last-${variant}`))],
  ],
});
