/** What a run keeps of the requests that it sends. */
import type { Invocable } from '../../../lib/schema/invocable.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import type { CallInput } from '../../support/http/call.ts';
import type { Answer } from './history.ts';

/** A request as it is sent. */
export interface Asked {
  of: Operation | Invocable;
  /** A call's input, or an invocation's payload. */
  sent: CallInput | object;
  key?: string | undefined;
}

/** A request and its answer. */
export interface Recorded extends Asked {
  /** In turns of the scheduler. */
  from: number;
  /** When its function answered; infinite where it died. */
  to: number;
  answer?: Answer;
  /** Whether its function has died: later calls of its timers have no effect. */
  isDead?: boolean;
}

/** Something that a keyed request does or that happens to it. */
export interface RecordStep {
  request: Recorded;
  what:
    | 'asks'
    | 'finds the record'
    | 'finds no record'
    | 'finds the card changed'
    | 'commits the change and its record'
    | 'commits, and hears nothing of it'
    | 'its function dies'
    | 'answers';
  /** Milliseconds of the run's clock. */
  at: number;
}
