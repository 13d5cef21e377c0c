/** Staff console page, "What the API gains": the endpoint that returns the figures of a store. */
import { operation } from '../../schema/operation.ts';
import { overview } from './fields.ts';

export const getOverview = operation({
  section: 'Overview',
  folder: 'overview',
  area: null,
  ids: {},
  name: 'get-overview',
  summary: 'Get the figures of a store',
  words:
    'Returns how many reviews are published, hidden and unanswered, the value of all gift cards, and how many shoppers wait, cards are scheduled and emails have failed. The figures are counted from each change after its commit, so they are up to a minute old, and reading them costs the same in a store of any size. For a key that is limited to areas, the figures of other areas are null.',
  method: 'GET',
  path: '/api/v1/overview/',
  permission: 'Read',
  success: { status: 200, description: 'The figures', schema: overview },
  errors: [],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = { get: getOverview } as const;
