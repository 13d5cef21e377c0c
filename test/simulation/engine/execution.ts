import type { Run } from '../run.ts';
import type { Faults } from './faults.ts';
import type { Scheduler } from './scheduler.ts';

/** One execution of a function: a request that a client sent or a batch that was delivered, as far as faults go. */
export interface Execution {
  run: Run;
  /** None: calls go as they come. */
  scheduler?: Scheduler | undefined;
  /** None: nothing fails. */
  faults?: Faults | undefined;
  /** The body of the message that is delivered. */
  message?: string | undefined;
  /** Called when one of its calls has ended, which may be after its answer. */
  onCall?(): void;
  /** Called where the function dies: it does nothing any more, and nobody hears of it. */
  die?(): void;
  isDead?: boolean;
}
