import * as operator from '../../../lib/contract/functions/operator.ts';
import { type Command, invoked } from './command.ts';

export const accounts: readonly Command[] = [
  invoked(operator.createStore, (_, which) => ({ store_id: 'sto_new', name: `Store ${which}`, currency: 'USD' })),
  invoked(operator.createApiKey, (_, which) => ({ name: `Key ${which}`, permission: 'Read' })),
  invoked(operator.listApiKeys, () => ({})),
  invoked(operator.revokeApiKey, (_ground, _which, { otherKeyId }) => ({ key_id: otherKeyId })),
];
