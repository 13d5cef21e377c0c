import { differs, type Rule, type Told } from '../../events/item.ts';
import { type GiftOption, giftOption } from './fields.ts';

const shownBesideImage = Object.keys(giftOption.shape).filter((field) => field !== 'image') as (keyof GiftOption)[];

export const giftOptions: Rule<GiftOption> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'SITE' && kind === 'GIFTOPTION',

  tell(before, after, { partition: [, site_id = ''] }) {
    const data = { site_id };
    if (!before) return after ? [{ type: 'gift_option.created', id: after.id, data }] : [];
    if (!after) return [{ type: 'gift_option.deleted', id: before.id, data }];
    // A new photo moves the time of the last change as well.
    if (differs(before, after, ['image'])) return [{ type: 'gift_option.image_changed', id: after.id, data }];
    const updated: Told = { type: 'gift_option.updated', id: after.id, data };
    return differs(before, after, shownBesideImage) ? [updated] : [];
  },
};
