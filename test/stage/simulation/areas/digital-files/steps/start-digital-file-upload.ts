import { startDigitalFileUpload as contract } from '../../../../../../lib/resources/digital-files/operations.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { inTurn } from '../../../engine/execution.ts';
import { request } from '../../../engine/requests.ts';
import { at, contentOf, type Place, variantOf } from '../place.ts';

/** The client sends its only part as soon as it knows where to. */
function starting(place: Place, variant: string, content: string): Step {
  const body = { file_name: 'score.pdf', file_size: content.length };
  const step = request(contract, { kind: 'start', variant, content }, { ...at(place, variant), body });
  return {
    ...step,
    async send(idempotencyKey) {
      const answer = await step.send(idempotencyKey);
      if (answer.ok && !place.uploads.has(answer.body.id)) {
        const put = await inTurn(() => fetch(answer.body.parts[0].url, { method: 'PUT', body: content }));
        place.uploads.set(answer.body.id, { variant, etag: put.headers.get('etag') ?? 'refused' });
      }
      return answer;
    },
  };
}

export const startDigitalFileUpload: Kind<Place> = {
  name: contract.name,
  weight: 16,
  next: (place, random) => starting(place, variantOf(place, random), contentOf(random)),
};
