import * as operator from '../../../lib/resources/stores/functions.ts';
import { type Command, invoked } from '../every-order/command.ts';
import { tomorrow } from '../every-order/ground.ts';

const limits = [10, 20] as const;

export const accounts: readonly Command[] = [
  invoked(operator.createStore, (_, which) => ({ store_id: 'sto_new', name: `Store ${which}`, currency: 'USD' })),
  invoked(operator.updateStore, (_, which) => ({ rate_limit: { requests: limits[which], window_seconds: 60 } })),
  invoked(operator.listStores, () => ({})),
  invoked(operator.createApiKey, (_, which) => ({ name: `Key ${which}`, permission: 'Read' })),
  invoked(operator.listApiKeys, () => ({})),
  invoked(operator.revokeApiKey, (_ground, _which, { otherKeyId }) => ({ key_id: otherKeyId })),
  invoked(operator.revokeApiKey, ({ clients: [{ keyId }] }) => ({ key_id: keyId, at: tomorrow }), {
    asked: 'for later',
  }),
];
