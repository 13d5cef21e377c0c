import { clientSettings } from '../../../lib/table/client.ts';
import { leanClient } from '../../../lib/wire/document-client.ts';

/** Calls the engine itself, without what tests put before the client of functions. */
export const engine = leanClient(clientSettings);
