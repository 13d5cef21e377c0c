import { randomBytes } from 'node:crypto';
import { monotonicFactory, type ULIDFactory, ulid } from 'ulid';
import { type Resource, resources } from '../schema/ids.ts';
import { BoundedMap } from './collections.ts';

/** Makes ids. Each function remembers its own last id. */
const factories = new BoundedMap<'ulid', ULIDFactory>(1);

/** A random fraction from 0 to below 1, made from one byte: a character of an id needs only five bits. */
const randomFraction = (): number => randomBytes(1).readUInt8() / 256;

function nextUlid(): string {
  const factory = factories.get('ulid') ?? monotonicFactory(randomFraction);
  factories.set('ulid', factory);
  return factory();
}

/** A new public id, strictly greater than the last one of this process (decisions, "Values"). */
export const newId = (resource: Resource): string => `${resources[resource].prefix}_${nextUlid().toLowerCase()}`;

/** A new public id that sorts among those of a past time, from 1970 on. It does not affect the order of present ids. */
export const newIdOf = (resource: Resource, time: string): string =>
  `${resources[resource].prefix}_${ulid(Math.max(1, Date.parse(time)), randomFraction).toLowerCase()}`;

/** A new internal name, which callers never see: a lower-case ULID. */
export const newName = (): string => nextUlid().toLowerCase();

/** 192 random bits of a new API key. */
export const newKeyBits = (): Buffer => randomBytes(24);

/** A new secret of a deployment: 256 random bits in base64url. */
export const newDeploymentSecret = (): string => randomBytes(32).toString('base64url');

const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new gift card code: 28 characters of base32, 140 random bits (decisions, "Gift cards"), without hyphens. */
export const newGiftCardCode = (): string =>
  Array.from(randomBytes(28), (byte) => codeAlphabet.charAt(byte % codeAlphabet.length)).join('');
