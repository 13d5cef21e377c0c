import { createDownload as contract } from '../../../../../../lib/resources/digital-files/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { inTurn } from '../../../engine/execution.ts';
import type { Answer } from '../../../engine/history.ts';
import { invocation } from '../../../engine/requests.ts';
import { type Place, variantOf } from '../place.ts';

/** Makes a link and follows it. */
export function downloading({ store_id, order }: Place, variant: string, isLast = false): Step {
  const step = invocation(
    contract,
    { kind: 'download', variant, isLast },
    { store_id, order_id: order, variant_id: variant },
  );
  return {
    ...step,
    async send() {
      const answer = await step.send();
      if (!answer.ok) return answer;
      const content = (await read(answer)) ?? (pathOf(answer) === pathOf(await step.send()) ? 'missing' : 'gone');
      return { ...answer, body: { ...answer.body, content } };
    },
  };
}

/** Of a link to download from. */
export const pathOf = (answer: Answer | undefined): string => (answer?.ok ? new URL(answer.body.url).pathname : '');

/** What a link leads to, or undefined where that is gone. */
async function read({ body: { url } }: Answer): Promise<string | undefined> {
  const followed = await inTurn(async () => {
    const response = await fetch(url);
    return { isThere: response.ok, content: await response.text() };
  });
  return followed.isThere ? followed.content : undefined;
}

export const createDownload: Kind<Place> = {
  name: contract.name,
  weight: 23,
  next: (place, random) => downloading(place, variantOf(place, random)),
};
