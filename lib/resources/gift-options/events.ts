/** Events about gift options, and the rule that makes them. */
import { type DomainEvent, differs, type Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { idOf, shownOf } from '../../schema/field.ts';
import { type GiftOption, giftOption } from './fields.ts';
import {
  completeGiftOptionImageUpload,
  createGiftOption,
  deleteGiftOption,
  removeGiftOptionImage,
  setGiftOptionImage,
  updateGiftOption,
} from './operations.ts';

export const object: EventObject = {
  resource: 'giftOption',
  title: 'Gift option events',
  text: 'Changes to the gift options of a site and to their photos. `sequence` counts the changes of the option, from 1.',
};

const data = shownOf({
  site_id: idOf('site', { words: 'The site that offers or offered the option.', example: 'sit_demo' }),
});

export const eventTypes = {
  'gift_option.created': event({
    when: 'an option was created',
    text: 'The option has no photo yet. It is offered at checkout only if `enabled` is `true`. To check, get the option.',
    by: [createGiftOption],
    data: data,
    example: { id: 'gft_01khdq50028v3k5x9w2t6r0ybn', sequence: 1 },
  }),
  'gift_option.updated': event({
    when: 'fields of an option were replaced',
    text: 'Name, description, price, position or `enabled` may have changed. Existing orders do not change.',
    by: [updateGiftOption],
    data: data,
    example: { id: 'gft_box', sequence: 2 },
  }),
  'gift_option.deleted': event({
    when: 'an option and its photo were deleted',
    text: 'This is the last event of the option. Deleting its photo sends no separate event.',
    by: [deleteGiftOption],
    data: data,
    example: { id: 'gft_furoshiki', sequence: 2 },
  }),
  'gift_option.image_changed': event({
    when: 'the photo of an option was set, replaced or removed',
    text: 'A new photo has a new URL. You can remove cached copies of the old URL.',
    by: [setGiftOptionImage, completeGiftOptionImageUpload, removeGiftOptionImage],
    data: data,
    example: { id: 'gft_box', sequence: 3 },
  }),
};

type OwnEvent = DomainEvent<typeof eventTypes>;

const shownBesideImage = Object.keys(giftOption.shape).filter((field) => field !== 'image') as (keyof GiftOption)[];

export const rule: Rule<GiftOption, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'SITE' && kind === 'GIFTOPTION',

  toEvents(before, after, { partition: [, site_id = ''] }) {
    const data = { site_id };
    if (!before) return after ? [{ type: 'gift_option.created', id: after.id, data }] : [];
    if (!after) return [{ type: 'gift_option.deleted', id: before.id, data }];
    // A changed photo also changes `updated_at`, so compare the photo first.
    if (differs(before, after, ['image'])) return [{ type: 'gift_option.image_changed', id: after.id, data }];
    const updated: OwnEvent = { type: 'gift_option.updated', id: after.id, data };
    return differs(before, after, shownBesideImage) ? [updated] : [];
  },
};
