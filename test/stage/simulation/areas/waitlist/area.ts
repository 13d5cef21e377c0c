/**
 * The waitlist: each address counts once for a variant, in whatever letters it is written; counts are those who wait, the
 * ranking is the counts; a restock's mail goes to everybody who waits, once, and nobody is forgotten.
 */
import { area } from '../../engine/area.ts';
import { complaintAbout, firstName } from './model.ts';
import { begin } from './place.ts';
import { counting } from './steps/get-product-waitlist.ts';
import { following } from './steps/get-restock.ts';
import { importing } from './steps/import-records.ts';
import { listing } from './steps/list-waitlisted-products.ts';
import { restocking } from './steps/restock-variant.ts';

export const waitlist = area({
  name: 'restock waitlist and its mails',
  folder: 'waitlist',
  crowd: 16,
  begin,
  judge: ({ variants }, history, { mails }) => complaintAbout(history, mails, variants),
  // Who waited for a variant that is gone waits no longer. Whom the last restock is mailed to tells who was waiting.
  last: (place) => [
    () => [importing(place, firstName, place.variants.slice(0, 1), true)],
    () => [counting(place), ...['', 'teapot', 'BLUE', 'ed t'].map((search) => listing(place, search))],
    () => [importing(place, firstName, place.variants)],
    () => place.variants.map((variant) => restocking(place, variant, `last-${variant}`)),
    () => [counting(place), listing(place), ...place.variants.map((variant) => following(place, `last-${variant}`))],
  ],
});
