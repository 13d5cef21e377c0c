/** Events about waitlists, and how they are told. */

import type { DomainEvent, Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { shownOf } from '../../schema/field.ts';
import { variantOf } from '../catalog/fields.ts';
import { importRecords } from '../catalog/functions.ts';
import { deleteCustomer } from '../customers/functions.ts';
import { importWaitlistEntries } from '../move-in/functions.ts';
import { joinWaitlist, leaveWaitlist, restockVariant } from './functions.ts';

export const object: EventObject = {
  resource: 'waitlistEntry',
  title: 'Waitlist events',
  text: 'Changes of waitlists, without the shoppers: the id of an entry reveals nothing of the address. A shopper who leaves and joins again is another entry.',
};

const data = shownOf(variantOf);

export const eventTypes = {
  'waitlist.joined': event({
    when: 'a shopper waits for a variant',
    text: 'An address that waits for the variant already has no event: it waits once.',
    by: [joinWaitlist, importWaitlistEntries],
    data: data,
    example: {
      id: 'wle_01khdq50308v3k5x9w2t6r0ybn',
      sequence: 1,
      data: { product_id: 'pro_teapot', variant_id: 'prv_teapotsmall' },
    },
  }),
  'waitlist.left': event({
    when: 'a shopper waits no longer, by wish or because the variant is gone',
    text: 'Comes also for each entry that goes with its variant, its product or its customer; no mail follows.',
    by: [leaveWaitlist, importRecords, deleteCustomer],
    data: data,
    example: {
      id: 'wle_01khdq50308v3k5x9w2t6r0ybn',
      sequence: 2,
      data: { product_id: 'pro_teapot', variant_id: 'prv_teapotsmall' },
    },
  }),
  'waitlist.notified': event({
    when: 'the mail of a restock to a shopper is due',
    text: 'From now on the entry counts no more. The mail follows from a queue; one for each shopper of a restock.',
    by: [restockVariant],
    data: data,
    example: {
      id: 'wle_01khdq50318v3k5x9w2t6r0ybn',
      sequence: 2,
      data: { product_id: 'pro_cup', variant_id: 'prv_cup' },
    },
  }),
};

type OwnEvent = DomainEvent<typeof eventTypes>;

/** An entry as far as events tell of it; who has left stays for a while, so that it is told from who was notified. */
interface Entry {
  id: string;
  left_at?: string;
  notified?: true;
}

export const rule: Rule<Entry, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'WAITLIST' && kind === 'ENTRY',

  tell(before, after, { partition: [, product_id = ''], sort: [, variant_id = ''] }) {
    const waited = isWaiting(before) ? before : undefined;
    const waits = isWaiting(after) ? after : undefined;
    // One of before 0.2.0 had no id until its migration: nobody was told that it had joined.
    const isUnknown = waited !== undefined && waited.id === undefined;
    if (isUnknown || waited?.id === waits?.id) return [];
    const told = (type: 'joined' | 'left' | 'notified', { id }: Entry): OwnEvent => ({
      type: `waitlist.${type}`,
      id,
      data: { product_id, variant_id },
    });
    return [
      ...(waited ? [told(after && !after.notified ? 'left' : 'notified', waited)] : []),
      ...(waits ? [told('joined', waits)] : []),
    ];
  },
};

const isWaiting = (entry: Entry | undefined): entry is Entry => entry !== undefined && entry.left_at === undefined;
