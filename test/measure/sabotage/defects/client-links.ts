/** What the client makes of links that end, of answers that are cut off, and of secrets in what fails. */
import type { Defect } from './defect.ts';

export const clientLinks: readonly Defect[] = [
  {
    name: 'a link whose credentials have ended is taken for a bad request',
    file: 'lib/client/links.ts',
    from: "new Set(['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired'])",
    to: "new Set(['AccessDenied'])",
    tests: ['test/lib/client/links.test.ts'],
  },
  {
    name: 'a link past its own time is not renewed',
    file: 'lib/client/links.ts',
    from: 'status === 403 || endedCredentials.has(code)',
    to: 'endedCredentials.has(code)',
    tests: ['test/lib/client/links.test.ts'],
  },
  {
    name: 'a part that came too slowly fails its upload',
    file: 'lib/client/links.ts',
    from: "new Set(['RequestTimeout', 'IncompleteBody'])",
    to: "new Set(['IncompleteBody'])",
    tests: ['test/lib/client/links.test.ts'],
  },
  {
    name: 'a part goes to its old link again where new ones are refused',
    file: 'lib/client/parts.ts',
    from: 'if (error !== refusal.error) return undefined;',
    to: '',
    tests: ['test/lib/client/links.test.ts'],
  },
  {
    name: 'the answer of a function that is cut off is an error for good',
    file: 'lib/client/invoker.ts',
    from: '/^E[A-Z_]+$/.test(code) ||',
    to: '(status === undefined && /^E[A-Z_]+$/.test(code)) ||',
    tests: ['test/lib/client/cut-off.test.ts'],
  },
  {
    name: 'an address may hold a password',
    file: 'lib/client/sender.ts',
    from: "if (username !== '' || password !== '')",
    to: "if (username !== '' && password === '')",
    tests: ['test/lib/client/secrets.test.ts'],
  },
  {
    name: 'an error repeats what a request failed with',
    file: 'lib/client/secrets.ts',
    from: "said !== '' && redact(said) === said ? said : cause.name",
    to: 'said',
    tests: ['test/lib/client/secrets.test.ts'],
  },
  {
    name: 'a refusal is told in the words of whatever answered, the API key among them',
    file: 'lib/client/response.ts',
    from: "typeof error === 'string' ? redact(error)",
    to: "typeof error === 'string' ? error",
    tests: ['test/lib/client/secrets.test.ts'],
  },
  {
    name: 'a call is made again after a machine slept for a day',
    file: 'lib/client/retries.ts',
    from: 'if (age() >= longestCall) throw error;',
    to: '',
    tests: ['test/lib/client/calls.test.ts'],
  },
];
