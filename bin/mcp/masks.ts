/** Hides bearer secrets: gift card codes, signed links and the API key. */
import type * as z from 'zod/mini';
import { tableOf } from '../../lib/schema/field.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { insideOf } from '../../lib/schema/words.ts';

/** Shown in place of a secret. */
export const masked = '(masked)';

/** Gift card codes of the service: seven groups of four, with or without hyphens or spaces. */
const codes = /(?<![A-Z0-9_])[A-HJ-NP-Z2-9]{4}(?:[ -]?[A-HJ-NP-Z2-9]{4}){6}(?![A-Z0-9_])/gi;

/** A text with gift card codes masked. Words of four letters stay, and so does a rare code without digits and hyphens. */
const withoutCodes = (text: string): string =>
  text.replaceAll(codes, (found) => (/[\d-]/.test(found) ? masked : found));

/** Names of the secret fields of an operation's reply, as the contract declares them. */
export const secretFields = ({ success }: Operation): readonly string[] =>
  success.schema ? [...new Set(secretsIn(success.schema))] : [];

function secretsIn(schema: z.core.$ZodType): string[] {
  return Object.entries(tableOf(schema)?.fields ?? {}).flatMap(([name, { shown, secret }]) => [
    ...(secret ? [name] : []),
    ...(shown ? secretsIn(insideOf(shown)) : []),
  ]);
}

/** Replaces secrets in a value: the fields with these names, and secrets in any text. */
export type Mask = (value: unknown, secrets?: readonly string[]) => unknown;

/** A mask that always hides the API key, and the rest unless `showCodes`. Codes of other systems have no known format: it cannot find them in texts. */
export function maskOf({ apiKey, showCodes }: { apiKey: string; showCodes: boolean }): Mask {
  const hide = (text: string) => (showCodes ? text : withoutCodes(text)).replaceAll(apiKey, masked);
  return function mask(value, secrets = []): unknown {
    if (typeof value === 'string') return hide(value);
    if (Array.isArray(value)) return value.map((each) => mask(each, secrets));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        const isSecret = !showCodes && secrets.includes(name);
        return [name, isSecret ? masked : mask(each, secrets)];
      }),
    );
  };
}
