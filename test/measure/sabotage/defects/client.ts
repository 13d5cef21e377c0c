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
