import type { Operation } from '../../../lib/schema/operation.ts';
import type { CallInput } from '../http/call.ts';
import type { World } from '../world/world.ts';

/** A request of an operation that succeeds, for the tests that run over all operations. */
export interface Scenario {
  operation: Operation;
  /** Makes what the request needs, and gives the request; the caller adds keys. */
  prepare(world: World): Promise<CallInput>;
  /** Sequential round trips it may take, where the design allows more than 1 for a GET and 2 for a write. */
  roundTrips?: number;
}
