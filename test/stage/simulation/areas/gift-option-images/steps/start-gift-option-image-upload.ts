import { startGiftOptionImageUpload as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import { png } from '../../../../../support/http/multipart.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { inTurn } from '../../../engine/execution.ts';
import { request } from '../../../engine/requests.ts';
import { at } from '../../gift-options/place.ts';
import { optionOf, type Place, sizeOf } from '../place.ts';

/** The client sends its photo as soon as it knows where to. */
function starting(place: Place, option: string, size: number): Step {
  const body = { content_type: 'image/png', file_size: size };
  const step = request(contract, { kind: 'start photo', option, size }, { ...at(place, option), body });
  return {
    ...step,
    async send(idempotencyKey) {
      const answer = await step.send(idempotencyKey);
      if (answer.ok && !place.uploads.some(({ id }) => id === answer.body.id)) {
        const { url, headers, id } = answer.body;
        await inTurn(() => fetch(url, { method: 'PUT', headers, body: png(size) }));
        place.uploads.push({ id, option, size });
      }
      return answer;
    },
  };
}

export const startGiftOptionImageUpload: Kind<Place> = {
  name: contract.name,
  weight: 12,
  next: (place, random) => starting(place, optionOf(place, random), sizeOf(random)),
};
