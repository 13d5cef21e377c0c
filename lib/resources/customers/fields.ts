/** Storefront page: what is mirrored of a customer. */
import * as z from 'zod/mini';
import { oneOf } from '../../schema/choices.ts';
import { id } from '../../schema/ids.ts';
import { mailAddress } from '../../schema/mail-address.ts';
import { requiredOr } from '../../schema/messages.ts';
import { text } from '../../schema/text.ts';

/** A customer as it is imported. */
export const importedCustomer = z.object({
  id: id('customer id', 'customer'),
  email: mailAddress('customer email', 'customer email is required'),
  email_verified: z.boolean({
    error: requiredOr('customer email_verified is required', 'customer email_verified must be a boolean'),
  }),
  first_name: text({ label: 'customer first_name', max: 255, min: 0 }),
  last_name: text({ label: 'customer last_name', max: 255, min: 0 }),
});

export type ImportedCustomer = z.output<typeof importedCustomer>;

export const standing = oneOf(['good', 'shadowbanned', 'banned'], {
  required: 'standing is required',
  wrong: 'standing must be good, shadowbanned, or banned',
});

/** How a store regards a customer: what becomes of their reviews (contract, "Review status"). */
export type Standing = z.output<typeof standing>;
