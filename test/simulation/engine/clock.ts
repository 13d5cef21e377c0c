/** Time in a simulation: it moves with the scheduler's turns, and otherwise only where the simulation lets it pass. */
import { currentExecution } from './execution.ts';

const realNow = Date.now;
const begin = Date.parse('2026-11-21T12:00:00Z');

let present = begin;

export const clock = {
  start(): void {
    present = begin;
    Date.now = () => present + (currentExecution()?.instance?.skew ?? 0);
  },
  /** Milliseconds since 1970. */
  now: (): number => present,
  pass(milliseconds: number): void {
    present += milliseconds;
  },
  stop(): void {
    Date.now = realNow;
  },
};

/** A time so many hours from now, as the contract writes it. */
export const inHours = (hours: number): string =>
  `${new Date(present + hours * 3_600_000).toISOString().slice(0, 19)}Z`;
