/** Events about waitlists, and the rule that makes them. */

import type { DomainEvent, Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { shownOf } from '../../schema/field.ts';
import { variantOf } from '../catalog/fields.ts';
import { importRecords } from '../catalog/functions.ts';
import { deleteCustomer } from '../customers/functions.ts';
import { importWaitlistEntries } from '../move-in/functions.ts';
import { joinWaitlist, leaveWaitlist, restockVariant } from './functions.ts';
import { createRestock } from './operations.ts';

export const object: EventObject = {
  resource: 'waitlistEntry',
  title: 'Waitlist events',
  text: 'Waitlist changes; shoppers stay anonymous, because the id of an entry reveals nothing about the address. A shopper who leaves and joins again gets a new entry.',
};

const data = shownOf(variantOf);

export const eventTypes = {
  'waitlist.joined': event({
    when: 'a shopper joined the waitlist of a variant',
    text: 'If the address already waits for the variant, no event is sent.',
    by: [joinWaitlist, importWaitlistEntries],
    data: data,
    example: {
      id: 'wle_01khdq50308v3k5x9w2t6r0ybn',
      sequence: 1,
      data: { product_id: 'pro_teapot', variant_id: 'prv_teapotsmall' },
    },
  }),
  'waitlist.left': event({
    when: 'a shopper left a waitlist, or the entry was removed',
    text: 'Also sent for each entry that the unsubscribe link of an email removes, and for each entry that is removed with its variant, product or customer. No email follows.',
    by: [leaveWaitlist, importRecords, deleteCustomer],
    data: data,
    example: {
      id: 'wle_01khdq50308v3k5x9w2t6r0ybn',
      sequence: 2,
      data: { product_id: 'pro_teapot', variant_id: 'prv_teapotsmall' },
    },
  }),
  'waitlist.notified': event({
    when: 'a shopper was notified of a restock',
    text: 'One event for each notified shopper of a restock. The entry no longer counts; the email is queued and follows.',
    by: [restockVariant, createRestock],
    data: data,
    example: {
      id: 'wle_01khdq50318v3k5x9w2t6r0ybn',
      sequence: 2,
      data: { product_id: 'pro_cup', variant_id: 'prv_cup' },
    },
  }),
};

type OwnEvent = DomainEvent<typeof eventTypes>;

/** An entry, as far as events need it. Entries that left are kept for a while, to distinguish them from notified ones. */
interface Entry {
  id: string;
  left_at?: string;
  notified?: true;
}

export const rule: Rule<Entry, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'WAITLIST' && kind === 'ENTRY',

  toEvents(before, after, { partition: [, product_id = ''], sort: [, variant_id = ''] }) {
    const waited = isWaiting(before) ? before : undefined;
    const waits = isWaiting(after) ? after : undefined;
    // An entry from before 0.2.0 had no id until its migration, so no event was sent when it joined.
    const isUnknown = waited !== undefined && waited.id === undefined;
    if (isUnknown || waited?.id === waits?.id) return [];
    const ownEvent = (type: 'joined' | 'left' | 'notified', { id }: Entry): OwnEvent => ({
      type: `waitlist.${type}`,
      id,
      data: { product_id, variant_id },
    });
    return [
      ...(waited ? [ownEvent(after && !after.notified ? 'left' : 'notified', waited)] : []),
      ...(waits ? [ownEvent('joined', waits)] : []),
    ];
  },
};

const isWaiting = (entry: Entry | undefined): entry is Entry => entry !== undefined && entry.left_at === undefined;
