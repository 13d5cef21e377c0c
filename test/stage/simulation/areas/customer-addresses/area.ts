/** Addresses: what was acknowledged is there, once, until it is deleted or its customer is; the rest is not. */
import { area } from '../../engine/area.ts';
import { unexplained } from '../../engine/history.ts';
import { apply, initial, inSteps } from './model.ts';
import { begin } from './place.ts';
import { exporting } from './steps/export-customer.ts';
import { reading } from './steps/get-customer-address.ts';
import { listing } from './steps/list-customer-addresses.ts';

export const customerAddresses = area({
  name: 'customer addresses',
  folder: 'customer-addresses',
  begin,
  judge: (_, history) => unexplained(initial, inSteps(history), apply),
  last: (place) => [() => [...place.known.map((id) => reading(place, id)), listing(place), exporting(place)]],
});
