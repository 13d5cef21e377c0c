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
