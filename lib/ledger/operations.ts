/** The operations that gift cards and store credits share: they read one account, change it, or list its ledger. */

import * as z from 'zod/mini';
import type { BrokenRule, ErrorRow } from '../schema/errors.ts';
import { type Fields, field, inputOf } from '../schema/field.ts';
import { type Resource, resources } from '../schema/ids.ts';
import { limits } from '../schema/limits.ts';
import { type Declaration, operation } from '../schema/operation.ts';
import { listOf, page, wrongPage } from '../schema/paging.ts';
import { oneOf } from '../schema/values.ts';
import { accountStatuses, type Noun, wordsOfStatus, wrongStatus } from './fields.ts';

/** The query of a list of accounts, with the fields that only one kind has. */
export const listQuery = <Own extends Fields>(resource: Resource, noun: Noun, own: Own = {} as Own) =>
  inputOf({
    status: field({
      input: z.optional(oneOf(accountStatuses, { required: wrongStatus, wrong: wrongStatus })),
      words: wordsOfStatus(`Returns only ${noun}s with this status.`),
      example: undefined,
    }),
    ...own,
    ...page({ resource }),
  });

type Schema = z.ZodMiniType;

/** What the operations on one account of a kind share. */
interface Kind<Path extends string, Shown> {
  shared: Pick<Declaration<Path>, 'section' | 'folder' | 'area' | 'ids'>;
  resource: 'giftCard' | 'storeCredit';
  noun: Noun;
  /** The object of an account. */
  shown: Shown;
  /** The first row of their error tables, if the path contains another id. */
  missing?: ErrorRow;
  /** The last row of their error tables. */
  unknown: ErrorRow;
}

/** What each operation declares of its own. */
interface Own<Path extends string> {
  name: string;
  path: Path;
}

const nameOf = ({ resource }: Pick<Kind<string, unknown>, 'resource'>): string => resources[resource].noun;

const invalid = (message: string, when: string): ErrorRow => ({ code: 'INVALID_FIELD', message, when });

const errorsOf = (
  { missing, unknown }: Pick<Kind<string, unknown>, 'missing' | 'unknown'>,
  ...own: (ErrorRow | BrokenRule)[]
) => [...(missing ? [missing] : []), ...own, unknown];

/** Declares the operation that returns an account. */
export const get = <const Path extends string, Shown extends Schema>(kind: Kind<Path, Shown>, own: Own<Path>) =>
  operation({
    ...kind.shared,
    ...own,
    summary: `Get a ${nameOf(kind)}`,
    words: `Returns the ${kind.noun} with its current balance and status. The balance includes funds held by open checkouts.`,
    method: 'GET',
    permission: 'Read',
    success: { status: 200, description: `The ${nameOf(kind)}`, schema: kind.shown },
    errors: errorsOf(kind),
  });

/** Declares the operation that replaces expiry and note. */
export const update = <const Path extends string, Shown extends Schema, Body extends Schema>(
  kind: Kind<Path, Shown>,
  own: Own<Path> & { body: Body },
) =>
  operation({
    ...kind.shared,
    ...own,
    summary: `Update a ${nameOf(kind)}'s expiry and note`,
    words: `Replaces both expiry and note: a field that is omitted or null is cleared. Works on a ${kind.noun} with any status.`,
    method: 'PUT',
    permission: 'Write',
    success: { status: 200, description: `The updated ${nameOf(kind)}`, schema: kind.shown },
    errors: errorsOf(kind, invalid('expires_at must be in the future', 'a field breaks a rule')),
    reach: ['PutItem'],
  });

/** Declares the operation that raises or lowers the balance. `errors` are the rows for rules that only this kind has. */
export const adjust = <const Path extends string, Shown extends Schema, Body extends Schema>(
  kind: Kind<Path, Shown>,
  { errors = [], ...own }: Own<Path> & { body: Body; errors?: ErrorRow[] },
) =>
  operation({
    ...kind.shared,
    ...own,
    summary: `Adjust a ${nameOf(kind)}'s balance`,
    words: `Raises or lowers the balance by an amount and adds an \`adjusted\` transaction with your note. Works on a ${kind.noun} with any status. Without an \`Idempotency-Key\`, a retry adjusts the balance again.`,
    method: 'POST',
    permission: 'Write',
    destructive: true,
    success: { status: 200, description: `The updated ${nameOf(kind)}`, schema: kind.shown },
    errors: errorsOf(
      kind,
      { body: { amount: null }, when: 'the amount is absent or null' },
      { body: { amount: 0 }, when: 'a field breaks a rule' },
      invalid('Balance cannot go below zero', 'the amount is more than the balance'),
      invalid('Balance cannot go below what open checkouts hold', 'open checkouts hold part of the amount'),
      invalid(`Balance cannot exceed ${limits.giftCardValue}`, 'the balance would exceed the maximum'),
      ...errors,
    ),
    reach: ['PutItem'],
  });

/** Declares the operation that disables an account. */
export const disable = <const Path extends string, Shown extends Schema>(kind: Kind<Path, Shown>, own: Own<Path>) =>
  operation({
    ...kind.shared,
    ...own,
    summary: `Disable a ${nameOf(kind)}`,
    words: `Prevents the ${kind.noun} from being applied at checkout; balance and expiry are unchanged. A checkout that already holds funds can still spend them. Disabling the ${kind.noun} again changes nothing. Needs no body.`,
    method: 'POST',
    permission: 'Write',
    success: { status: 200, description: `The ${nameOf(kind)}, disabled`, schema: kind.shown },
    errors: errorsOf(kind),
    reach: ['PutItem'],
  });

/** Declares the operation that enables an account again. */
export const enable = <const Path extends string, Shown extends Schema>(kind: Kind<Path, Shown>, own: Own<Path>) =>
  operation({
    ...kind.shared,
    ...own,
    summary: `Enable a ${nameOf(kind)}`,
    words: `Allows a disabled ${kind.noun} to be applied again. Its status is computed again, so it may be \`used\` or \`expired\`. Enabling a ${kind.noun} that is not disabled changes nothing. Needs no body.`,
    method: 'POST',
    permission: 'Write',
    success: { status: 200, description: `The ${nameOf(kind)}, no longer disabled`, schema: kind.shown },
    errors: errorsOf(kind),
    reach: ['PutItem'],
  });

/** Declares the operation that lists the ledger of an account. `transaction` is the object of an entry. */
export const listTransactions = <const Path extends string, Transaction extends Schema>(
  kind: Kind<Path, unknown>,
  { transaction, ...own }: Own<Path> & { transaction: Transaction },
) =>
  operation({
    ...kind.shared,
    ...own,
    summary: `List a ${nameOf(kind)}'s transactions`,
    words: `Returns the ${kind.noun}'s ledger, newest entry first. Every change of the balance, and every time the ${kind.noun} is disabled or enabled, adds one entry in the same commit. The amounts sum to the balance.`,
    method: 'GET',
    permission: 'Read',
    query: inputOf(page({ resource: `${kind.resource}Transaction` })),
    invalidQuery: 'INVALID_REQUEST_ERROR',
    success: {
      status: 200,
      description: 'A page of transactions',
      schema: listOf(transaction, { of: 'transactions, newest first' }),
    },
    errors: [...errorsOf(kind), wrongPage],
    reach: ['Query'],
  });
