/** Events about gift options, and how they are told. */
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
  text: 'Changes of the gift options of a site and of their photos. `sequence` counts the changes of the option, from 1.',
};

const data = shownOf({
  site_id: idOf('site', { words: 'The site that offers the option, or offered it.', example: 'sit_demo' }),
});

export const eventTypes = {
  'gift_option.created': event({
    when: 'a site offers a new option',
    text: 'The option has no photo yet. Shoppers are offered it where it is `enabled`: read it through the API.',
    by: [createGiftOption],
    data: data,
    example: { id: 'gft_01khdq50028v3k5x9w2t6r0ybn', sequence: 1 },
  }),
  'gift_option.updated': event({
    when: 'fields of an option were replaced',
    text: 'Prices, names, positions and `enabled` change with it; orders that have the option do not.',
    by: [updateGiftOption],
    data: data,
    example: { id: 'gft_box', sequence: 2 },
  }),
  'gift_option.deleted': event({
    when: 'an option is gone, and its photo with it',
    text: 'It is the last event of the option: a photo that goes with it has none of its own.',
    by: [deleteGiftOption],
    data: data,
    example: { id: 'gft_furoshiki', sequence: 2 },
  }),
  'gift_option.image_changed': event({
    when: 'an option has a new photo, or none any more',
    text: 'A new photo has a new URL; copies under the former one may be dropped.',
    by: [setGiftOptionImage, completeGiftOptionImageUpload, removeGiftOptionImage],
    data: data,
    example: { id: 'gft_box', sequence: 3 },
  }),
};

type OwnEvent = DomainEvent<typeof eventTypes>;

const shownBesideImage = Object.keys(giftOption.shape).filter((field) => field !== 'image') as (keyof GiftOption)[];

export const rule: Rule<GiftOption, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'SITE' && kind === 'GIFTOPTION',

  tell(before, after, { partition: [, site_id = ''] }) {
    const data = { site_id };
    if (!before) return after ? [{ type: 'gift_option.created', id: after.id, data }] : [];
    if (!after) return [{ type: 'gift_option.deleted', id: before.id, data }];
    // A new photo moves the time of the last change as well.
    if (differs(before, after, ['image'])) return [{ type: 'gift_option.image_changed', id: after.id, data }];
    const updated: OwnEvent = { type: 'gift_option.updated', id: after.id, data };
    return differs(before, after, shownBesideImage) ? [updated] : [];
  },
};
