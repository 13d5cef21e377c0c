import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { listOfferedGiftOptions } from '../../../lib/resources/gift-options/functions.ts';
import * as options from '../../../lib/resources/gift-options/operations.ts';
import { png } from '../../support/http/multipart.ts';
import { type Command, endpoint, invoked } from '../every-order/command.ts';
import { type Ground, photoBody } from '../every-order/ground.ts';

const all = ({ site }: Ground) => ({ path: { site_id: site.id } });
const one = ({ site, wrapping }: Ground) => ({ path: { site_id: site.id, gift_option_id: wrapping } });
const other = ({ site, box }: Ground) => ({ path: { site_id: site.id, gift_option_id: box } });

export const giftOptions: readonly Command[] = [
  endpoint(options.listGiftOptions, all),
  // Both of a pair give the same name.
  endpoint(options.createGiftOption, (ground, which) => ({ ...all(ground), body: { name: 'Ribbon', price: which } }), {
    in: ['usual'],
  }),
  endpoint(
    options.createGiftOption,
    (ground, which) => ({ ...all(ground), body: { name: (['Ribbon', 'Bow'] as const)[which] } }),
    { asked: 'the last one', in: ['nineteen options'] },
  ),
  endpoint(options.getGiftOption, one),
  endpoint(options.updateGiftOption, (ground, which) => ({ ...one(ground), body: { name: 'Ribbon', price: which } })),
  endpoint(options.updateGiftOption, (ground) => ({ ...other(ground), body: { name: 'Ribbon', enabled: true } }), {
    asked: 'another',
  }),
  endpoint(options.deleteGiftOption, one, { in: ['usual', 'nineteen options'] }),
  endpoint(options.setGiftOptionImage, (ground, which) => ({ ...one(ground), ...photoBody(100 + which) })),
  endpoint(options.removeGiftOptionImage, one),
  endpoint(options.startGiftOptionImageUpload, (ground) => ({
    ...one(ground),
    body: { content_type: 'image/png', file_size: png().length },
  })),
  endpoint(options.resumeGiftOptionImageUpload, ({ site, wrapping, photoUpload }) => ({
    path: { site_id: site.id, gift_option_id: wrapping, upload_id: photoUpload },
  })),
  endpoint(options.completeGiftOptionImageUpload, ({ site, wrapping, photoUpload }) => ({
    path: { site_id: site.id, gift_option_id: wrapping, upload_id: photoUpload },
  })),
  invoked(listOfferedGiftOptions, ({ site }) => ({ site_id: site.id })),
  invoked(
    importRecords,
    ({ site }, which) => ({ sites: [{ ...site, name: `Site ${which}`, reviews_enabled: which === 0 }] }),
    { asked: 'a site' },
  ),
];
