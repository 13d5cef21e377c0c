import * as z from 'zod/mini';
import { requiredOr } from './messages.ts';

const local = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const pattern = new RegExp(`^${local}@(?:${label}\\.)+${label}$`);

/** Whether a mail can be sent to a text: one plain address, with nothing in it that could mean more to a mail server. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && pattern.test(text);

/** An address that a mail can be sent to; `empty` is the message for an empty string. */
export function mailAddress(label: string, empty = `${label} must be an email address`) {
  const wrong = `${label} must be an email address`;
  return z
    .string({ error: requiredOr(`${label} is required`, wrong) })
    .check(
      z.refine(isMailAddress, { error: ({ input }) => (input === '' ? empty : wrong) }),
      z.meta({ format: 'email' }),
    );
}
