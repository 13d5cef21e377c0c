import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { customer } from '../../../lib/resources/customers/fields.ts';
import { changeCustomerStanding } from '../../../lib/resources/customers/operations.ts';
import { show } from '../../../lib/schema/field.ts';
import { continueStanding, decideStanding } from '../../../lib/work/change-reviews.ts';

export const handler = command(
  changeCustomerStanding,
  async ({ store, path, body, now }) => {
    const asked = { id: path.id, standing: body.standing, now };
    const { writes, reply } = await decideStanding(store.id, asked, changeCustomerStanding.notFound);

    return { writes, reply: ok(show(customer, reply.customer)), isWhole: !reply.sweeping };
  },
  { afterwards: ({ store, path }, commit) => continueStanding(commit, store.id, path.id) },
);
