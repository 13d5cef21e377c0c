/** What comes in, what goes over the wire to DynamoDB, and what the client may not do. */
import { planted } from './planted.ts';

export const inputs = planted`
test/contract/texts.test.ts
  lib/schema/text.ts
    names hold characters by which they are shown as others
    - !form || !unwanted[form].test(value)
    + !form || value !== ''
  lib/resources/stores/fields.ts
    the names of stores and keys hold control characters
    - max: 255, form: 'line' });
    + max: 255 });
test/resources/webhooks/webhooks.test.ts
  lib/resources/webhooks/fields.ts
    the address of a webhook holds what is not shown
    - isWebAddress(value) && URL.parse(value);
    + URL.parse(value);
test/resources/waitlist
  lib/resources/catalog/product-name-records.ts
    a name that was folded otherwise is taken to be found by its endings
    - if (searchable_name === searchable(name)) return [];
    + if (searchable_name !== undefined) return [];
test/resources/digital-files test/measure/fuzz/multipart/multipart.test.ts
  lib/chain/multipart.ts
    a file in an event is named as the browser wrote it
    - name: fileNameOf(filename),
    + name: fileNameOf(filename) && filename,
  lib/objects/receive-stream.ts
    a file that is streamed is named as the browser wrote it
    - this.#offer(content, fileNameOf(fileName), contentType)
    + this.#offer(content, fileNameOf(fileName) && fileName, contentType)
test/system/local-clock.test.ts
  bin/local/background.ts
    schedules of the local server do not follow its clock
    - const unfollow = followClock(roundIfDue);
    + const unfollow = followClock(() => undefined);
  bin/local/pages/links.ts
    a link of the local server outlives its hour
    - if (!isOpen) return denied(
    + if (!isOpen && link.path === "") return denied(
`;

export const wire = planted`
test/lib/wire
  lib/wire/signature.ts
    a request is signed by the key of another day
    - if (kept?.secret !== secret || kept.scope !== scope)
    + if (kept?.secret !== secret)
    a request is signed by the key of credentials that have changed
    - if (kept?.secret !== secret || kept.scope !== scope)
    + if (kept?.scope !== scope)
    a session token is dropped
    - if (sessionToken) headers['x-amz-security-token'] = sessionToken;
    + if (sessionToken) headers.connection = headers.connection ?? "keep-alive";
    the trace of an invocation is signed
    - name.toLowerCase() !== 'x-amzn-trace-id'
    + name !== 'x-amzn-trace-id'
  lib/wire/json-protocol.ts
    a transaction has no token
    - { ClientRequestToken: randomUUID() } : {}
    + { ReturnConsumedCapacity: randomUUID().slice(36) || undefined } : {}
    a number loses digits
    - if (one != null) whole[name] = withText(one, encode);
    + if (one != null) whole[name] = name === 'N' ? String(Number(one)) : withText(one, encode);
    bytes stay text in an answer with spaces
    - /"BS?"\s*:/
    + /"BS?":/
  lib/wire/json-protocol.ts
    an error comes without its reasons
    - if (!isPlain) return super.deserializeResponse(operation, context, response);
    + if (!isPlain) return super.deserializeResponse<Output>(operation, context, response).catch((error) => { delete error.CancellationReasons; throw error; });
    an answer that is no JSON is an empty one
    - if (!output) return super.deserializeResponse(operation, context, { ...response, body });
    + if (!output) return { $metadata: this.deserializeMetadata(response) } as Output;
  lib/wire/document-client.ts
    a command is tried once too few
    - { ...settings, protocol
    + { ...settings, maxAttempts: 2, protocol
  lib/wire/stack.ts
    a clock that AWS has refused stays wrong
    - .catch(scheme.errorHandler(properties))
    credentials that cannot be had are asked for three times
    - stack.add(identified(config), { name: 'identified', step: 'build' });
    + stack.add(identified(config), { name: 'identified', step: 'finalizeRequest' });
  lib/wire/kept-handlers.ts
    an aborted command is sent
    - options ? resolve(client, command, options) : handlerOf(command);
    + options ? handlerOf(command) : resolve(client, command, options);
  lib/runtime/log.ts
    a rehearsed request is logged
    - if (!isDryRun()) process
    + if (!isDryRun() || level) process
  lib/runtime/dry-run.ts
    a rehearsed request is remembered
    - dryRun.run(true, () => rememberingNothing(work));
    + dryRun.run(true, () => (work.length === 0 ? work() : rememberingNothing(work)));
  lib/wire/rehearsal.ts
    a rehearsed request is counted in the table
    - if (!isDryRun()) return handle
    + if (!isDryRun() || String(request.headers['x-amz-target']).endsWith('UpdateItem')) return handle
test/lib/runtime/starting.test.ts
  lib/runtime/starting.ts
    a function that starts waits for AWS until Lambda ends its INIT
    - const patienceMilliseconds = 2000;
    + const patienceMilliseconds = 20_000;
`;

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
    a code that is guessed is tried again
    - if (error.code === 'RATE_LIMIT_EXCEEDED' && error.message !== usedUp) return undefined;
test/lib/client/storefront.test.ts
  lib/client/storefront.ts
    an answer from something on the way is reported as a refusal of the function
    - error.code === undefined
    + error.status === 0
    a refusal over HTTP has no status
    - new FunctionError(error.code, error.message, error)
    + new FunctionError(error.code, error.message)
  lib/client/sender.ts
    a storefront function is sent an idempotency key, which nobody reads
    - && !route.isRepeatable
test/lib/client/storefront-doors.test.ts
  lib/client/functions-client.ts
    a call loses its payload
    - call(route, payload, given)
    + call(route, {}, given)
test/lib/client/functions.test.ts
  lib/client/invoker.ts
    a payload is taken for a request over HTTP, and its refusal for a result
    - ...(http && { requestContext: undefined }),
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
  lib/objects/completion.ts
    a Finish tries for seconds to announce what another Finish has joined
    - await commitOnce([uploads.announce(upload, reported)]);
    + await commitUnitOfWork({ decide: async () => ({ writes: [uploads.announce(upload, reported)], reply: undefined }) });
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
    a refusal is reported in the words of whatever answered, the API key among them
    - typeof error === 'string' ? redact(error)
    + typeof error === 'string' ? error
test/lib/client/calls.test.ts
  lib/client/retries.ts
    a call is made again after a machine slept for a day
    - if (age() >= longestCall) throw error;
    a window that is used up is reported as an error at once
    - const usedUp = 'Rate limit exceeded';
    + const usedUp = 'Rate limit exceeded.';
`;
