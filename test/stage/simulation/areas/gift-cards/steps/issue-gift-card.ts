import { issueGiftCard as contract } from '../../../../../../lib/resources/gift-cards/operations.ts';
import type { Kind, Phase, Step } from '../../../engine/area.ts';
import type { Random } from '../../../engine/random.ts';
import { request } from '../../../engine/requests.ts';
import { forEver } from '../model.ts';
import { friend, hearCode, type Place } from '../place.ts';

const issuing =
  (recipient: string | null) =>
  (place: Place, random: Random, phase: Phase): Step => {
    const { key, known, ends } = place;
    const value = random.pick([500, 1000]);
    const until = random.chance(0.3) ? phase : forEver;
    return request(
      contract,
      { kind: 'issue', value, recipient, until, phase },
      { key, body: { value, recipient_email: recipient, expires_at: ends[until] } },
      ({ body: { id, code } }) => {
        if (!known.includes(id)) known.push(id);
        hearCode(place, id, code);
      },
    );
  };

export const issueGiftCard: Kind<Place> = { name: contract.name, weight: 8, next: issuing(null) };

/** A card that is mailed. */
export const issueToFriend: Kind<Place> = { name: contract.name, weight: 4, next: issuing(friend) };
