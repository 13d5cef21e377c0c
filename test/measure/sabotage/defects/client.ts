/** What the client may not do, and what the service keeps for it. */
import { planted } from './planted.ts';

export const client = planted`
test/lib/client
  lib/client/sender.ts
    each try of a call has a key of its own
    - this.fetchOnce(what, url, init, { ...options, bytes: input.bytes }, async (response) => {
    + this.fetchOnce(what, url, { ...init, headers: { ...headers, 'Idempotency-Key': newKey() } }, { ...options, bytes: input.bytes }, async (response) => {
    a deletion that a retry finds done is an error
    - tried > 0 && method === 'DELETE'
    + tried < 0 && method === 'DELETE'
  lib/client/retries.ts
    what was refused is asked again
    - new Set([429, 500, 502, 503, 504])
    + new Set([400, 429, 500, 502, 503, 504])
test/lib/client/functions.test.ts
  lib/client/invoker.ts
    a payload chooses the store of a Storefront
    - if (store === 'own' && given !== undefined && given !== storeId)
    + if (store === 'own' && given !== undefined && given !== storeId && storeId === '')
  lib/client/functions-api.ts
    functions of the storefront take the store that a call names
    - return group === 'operator' ? 'named' : 'own';
    + return group === 'operator' ? 'named' : 'named';
test/lib/delivery/signature.test.ts
  lib/client/webhooks.ts
    each signature of a delivery costs an HMAC
    - const made = new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(each), signed));
    -     if (given.some((one) => isEqual(one, made))) return JSON.parse(text);
    + for (const one of given) {
    +   const made = new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(each), signed));
    +   if (isEqual(one, made)) return JSON.parse(text);
    + }
    any number of signatures is tried
    - .slice(0, 32)
    + .slice(0)
    the first byte of a signature is not compared
    - byte ^ (other[index] ?? 0)
    + (index === 0 ? 0 : byte ^ (other[index] ?? 0))
test/resources/digital-files
  lib/resources/uploads/records.ts
    a Finish keeps nothing of the parts that it puts together
    - unownedObjects.replace(upload, { ...upload, announced });
    + unownedObjects.replace(upload, { ...upload, announced: announced.slice(0, 0) });
`;

/** What the client makes of links that end, of answers that are cut off, and of secrets in what fails. */
export const clientLinks = planted`
test/lib/client/links.test.ts
  lib/client/links.ts
    a link whose credentials have ended is taken for a bad request
    - new Set(['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired'])
    + new Set(['AccessDenied'])
    a link past its own time is not renewed
    - status === 403 || endedCredentials.has(code)
    + endedCredentials.has(code)
    a part that came too slowly fails its upload
    - new Set(['RequestTimeout', 'IncompleteBody'])
    + new Set(['IncompleteBody'])
  lib/client/parts.ts
    a part goes to its old link again where new ones are refused
    - if (error !== refusal.error) return undefined;
test/lib/client/cut-off.test.ts
  lib/client/invoker.ts
    the answer of a function that is cut off is an error for good
    - /^E[A-Z_]+$/.test(code) ||
    + (status === undefined && /^E[A-Z_]+$/.test(code)) ||
test/lib/client/secrets.test.ts
  lib/client/sender.ts
    an address may hold a password
    - if (username !== '' || password !== '')
    + if (username !== '' && password === '')
  lib/client/secrets.ts
    an error repeats what a request failed with
    - said !== '' && redact(said) === said ? said : cause.name
    + said
  lib/client/response.ts
    a refusal is told in the words of whatever answered, the API key among them
    - typeof error === 'string' ? redact(error)
    + typeof error === 'string' ? error
test/lib/client/calls.test.ts
  lib/client/retries.ts
    a call is made again after a machine slept for a day
    - if (age() >= longestCall) throw error;
`;
