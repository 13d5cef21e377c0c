import { invalidField } from '../../schema/errors.ts';

/** Throws `INVALID_FIELD` for a time of the other system that has not come yet. */
export function refuseFuture(label: string, time: string | null | undefined, now: string): void {
  if (time != null && time > now) throw invalidField(`${label} must be in the past`);
}
