/** The tools for agents do something twice, show what is secret, offer what the key may not call, or read any file. */
import { planted } from './planted.ts';

export const agents = planted`
test/system/mcp.test.ts
  bin/mcp/calls.ts
    a tool call that is repeated after a failure has another idempotency key
    - earlier ?? randomUUID()
    + randomUUID()
    a tool call that is repeated with its arguments in another order is another call
    - fields.filter((name) => name in args)
    + Object.keys(args).filter((name) => fields.includes(name))
    a deletion that an agent repeats after a lost answer fails
    - isGone && earlier !== undefined
    + isGone && earlier === undefined
    a retry of a tool call gives up at the first failure
    - const longestPause = 20_000
    + const longestPause = -1
  bin/mcp/server.ts
    the text of a tool's result contains codes and links
    - text(JSON.stringify(shown))
    + text(JSON.stringify(data))
    a tool's refusal repeats a code
    - mask(refusal)
    + refusal
    a key with Storefront permission starts a server
    - key.permission === 'Storefront'
    + key.permission === ''
    the areas of a key do not limit its tools
    - keyAreas: key.areas ?? null
    + keyAreas: null
    the log of the tools goes where the protocol is
    - report(line);
    + console.log(line);
    a long upload reports no progress
    - if (token === undefined) return;
    + if (token !== undefined) return;
  bin/mcp/refusals.ts
    a tool's refusal does not name the field
    - const about = { code, status, param,
    + const about = { code, status,
test/bin/mcp/calls.test.ts
  bin/mcp/calls.ts
    a failed tool call forgets its idempotency key
    - failed.keep(request, idempotencyKey);
    + failed.keep('', idempotencyKey);
    a tool waits longer than its client for the rate limit
    - milliseconds > longestPause
    + milliseconds > 1000 * longestPause
test/bin/mcp/refusals.test.ts
  bin/mcp/refusals.ts
    an agent reads the advice for programs that send headers
    - advice[error.code] ?? adviceOn
    + adviceOn
test/bin/mcp/tools.test.ts
  bin/mcp/tools.ts
    a key that may only read has tools that write
    - { Read: ['Read'],
    + { Read: ['Read', 'Write'],
    a tool that lowers a balance has no hint that it takes something away
    - method === 'DELETE' || destructive === true
    + method === 'DELETE'
    every tool is said to be safe to repeat
    - idempotentHint: method !== 'POST'
    + idempotentHint: true
  bin/mcp/schemas.ts
    the schema of a tool accepts unknown arguments
    - additionalProperties: false
    + additionalProperties: true
test/bin/mcp/masks.test.ts
  bin/mcp/masks.ts
    a code that is written with spaces is shown to an agent
    - (?:[ -]?[A-HJ-NP-Z2-9]{4}){6}
    + (?:-?[A-HJ-NP-Z2-9]{4}){6}
    links in lists are shown to an agent
    - shown ? secretsIn(insideOf(shown))
    + shown ? secretsIn(shown)
  lib/resources/gift-cards/fields.ts
    the code of an issued card is no secret
    - secret: true
    + personal: true
test/bin/mcp/files.test.ts
  bin/mcp/files.ts
    a link leads out of the folder of uploads
    - await realpath(resolve(root, path)).catch(() => undefined)
    + resolve(root, path)
    a folder next to that of uploads is taken for it
    - !isInside(root, found)
    + !found.startsWith(root)
    an upload waits for a pipe
    - !about.isFile()
    + about.isDirectory()
`;
