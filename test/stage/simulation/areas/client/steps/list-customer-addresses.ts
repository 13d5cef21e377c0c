import type { Kind } from '../../../engine/area.ts';
import { Violation } from '../../../engine/violation.ts';
import { calling, type Place } from '../place.ts';

export const listCustomerAddresses: Kind<Place> = {
  name: 'list-customer-addresses',
  weight: 10,
  next(place, random) {
    const limit = 1 + random.below(3);
    return calling(place, {
      name: 'list-customer-addresses',
      input: { kind: 'iterate', reads: true },
      random,
      async act({ customerAddresses }) {
        const before = [...place.kept];
        const listed: string[] = [];
        for await (const { id } of customerAddresses.list(place.customer, { limit })) listed.push(id);
        const missing = before.filter((id) => place.kept.has(id) && !listed.includes(id));
        if (missing.length > 0 || new Set(listed).size < listed.length) {
          throw new Violation('the client: A list lacks what is there, or has it twice', [...missing, ...listed]);
        }
        return listed;
      },
    });
  },
};
