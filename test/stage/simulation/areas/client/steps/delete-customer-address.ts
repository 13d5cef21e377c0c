import type { Kind } from '../../../engine/area.ts';
import { Violation } from '../../../engine/violation.ts';
import { calling, type Place } from '../place.ts';

export const deleteCustomerAddress: Kind<Place> = {
  name: 'delete-customer-address',
  weight: 16,
  next(place, random) {
    const id = random.among(place.known);
    if (id === undefined) return undefined;
    const step = calling(place, {
      name: 'delete-customer-address',
      input: { kind: 'delete', id },
      random,
      act: ({ customerAddresses }) => customerAddresses.delete(place.customer, id),
    });
    return {
      ...step,
      async send() {
        place.kept.delete(id);
        const answer = await step.send();
        if (!answer.ok && answer.body?.tried > 1) {
          throw new Violation('the client: What a retry found deleted was told as an error', [JSON.stringify(answer)]);
        }
        return answer;
      },
    };
  },
};
