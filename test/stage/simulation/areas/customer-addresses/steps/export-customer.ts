import { exportCustomer as contract } from '../../../../../../lib/resources/customers/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import type { Answer } from '../../../engine/history.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

/** What it tells of the addresses is what a list shows. */
const asList = ({ body, ...answer }: Answer): Answer =>
  answer.ok
    ? { ...answer, body: { data: body.data.filter(({ type }: { type: string }) => type === 'customer_address') } }
    : answer;

export const exporting = ({ store_id, customer }: Place): Step => {
  const step = invocation(contract, { kind: 'list' }, { store_id, customer_id: customer.id, limit: 100 });
  return { ...step, send: async () => asList(await step.send()) };
};

export const exportCustomer: Kind<Place> = { name: contract.name, weight: 5, next: exporting };
