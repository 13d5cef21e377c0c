/** What the client may not do, and what the service keeps for it. */
import type { Defect } from './defect.ts';

export const client: readonly Defect[] = [
  {
    name: 'each try of a call has a key of its own',
    file: 'lib/client/sender.ts',
    from: '      this.fetchOnce(what, url, init, { ...options, bytes: input.bytes }, async (response) => {\n',
    to: "      this.fetchOnce(what, url, { ...init, headers: { ...headers, 'Idempotency-Key': newKey() } }, { ...options, bytes: input.bytes }, async (response) => {\n",
    tests: ['test/lib/client'],
  },
  {
    name: 'what was refused is asked again',
    file: 'lib/client/retries.ts',
    from: 'new Set([429, 500, 502, 503, 504])',
    to: 'new Set([400, 429, 500, 502, 503, 504])',
    tests: ['test/lib/client'],
  },
  {
    name: 'a deletion that a retry finds done is an error',
    file: 'lib/client/sender.ts',
    from: "tried > 0 && method === 'DELETE'",
    to: "tried < 0 && method === 'DELETE'",
    tests: ['test/lib/client'],
  },
  {
    name: 'a Finish keeps nothing of the parts that it puts together',
    file: 'lib/resources/uploads/records.ts',
    from: 'unownedObjects.replace(upload, { ...upload, announced });',
    to: 'unownedObjects.replace(upload, { ...upload, announced: announced.slice(0, 0) });',
    tests: ['test/resources/digital-files'],
  },
];
