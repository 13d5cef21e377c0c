import { getGiftOption as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import { objectAt } from '../../../../../support/aws/objects.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { inTurn } from '../../../engine/execution.ts';
import { request } from '../../../engine/requests.ts';
import { at } from '../../gift-options/place.ts';
import { optionOf, type Place } from '../place.ts';

/** Gets the option, and looks at the photo that it shows: that may be gone, but only once another is shown. */
export function reading(place: Place, id: string): Step {
  const getting = request(contract, { kind: 'get', id }, at(place, id));
  return {
    ...getting,
    async send() {
      const answer = await getting.send();
      const photo: { id: string; url: string } | null | undefined = answer.body?.image;
      if (!photo || (await inTurn(() => objectAt(photo.url.slice(1))))) return answer;
      const again = await getting.send();
      const isMissing = again.ok && again.body.image?.id === photo.id;
      return isMissing ? { ...answer, body: { ...answer.body, photoIsMissing: true } } : answer;
    },
  };
}

export const getGiftOption: Kind<Place> = {
  name: contract.name,
  weight: 28,
  next: (place, random) => reading(place, optionOf(place, random)),
};
