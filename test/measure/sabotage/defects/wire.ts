/** What the fast way to DynamoDB may not do otherwise than the AWS SDK. */
import type { Defect } from './defect.ts';

const tests = ['test/lib/wire'];

export const wire: readonly Defect[] = [
  {
    name: 'a request is signed by the key of another day',
    file: 'lib/wire/signature.ts',
    from: 'if (kept?.secret !== secret || kept.scope !== scope) ',
    to: 'if (kept?.secret !== secret) ',
    tests,
  },
  {
    name: 'a request is signed by the key of credentials that have changed',
    file: 'lib/wire/signature.ts',
    from: 'if (kept?.secret !== secret || kept.scope !== scope) ',
    to: 'if (kept?.scope !== scope) ',
    tests,
  },
  {
    name: 'a session token is dropped',
    file: 'lib/wire/signature.ts',
    from: "      if (sessionToken) headers['x-amz-security-token'] = sessionToken;\n",
    to: '      if (sessionToken) headers.connection = headers.connection ?? "keep-alive";\n',
    tests,
  },
  {
    name: 'the trace of an invocation is signed',
    file: 'lib/wire/signature.ts',
    from: "name.toLowerCase() !== 'x-amzn-trace-id'",
    to: "name !== 'x-amzn-trace-id'",
    tests,
  },
  {
    name: 'a transaction has no token',
    file: 'lib/wire/json.ts',
    from: '{ ClientRequestToken: randomUUID() } : {}',
    to: '{ ReturnConsumedCapacity: randomUUID().slice(36) || undefined } : {}',
    tests,
  },
  {
    name: 'a number loses digits',
    file: 'lib/wire/json.ts',
    from: 'if (one != null) whole[name] = withText(one, encode);',
    to: "if (one != null) whole[name] = name === 'N' ? String(Number(one)) : withText(one, encode);",
    tests,
  },
  {
    name: 'bytes stay text in an answer with spaces',
    file: 'lib/wire/json.ts',
    from: '/"BS?"\\s*:/',
    to: '/"BS?":/',
    tests,
  },
  {
    name: 'an error comes without its reasons',
    file: 'lib/wire/json-protocol.ts',
    from: 'if (!isPlain) return super.deserializeResponse(operation, context, response);',
    to: 'if (!isPlain) return super.deserializeResponse<Output>(operation, context, response).catch((error) => { delete error.CancellationReasons; throw error; });',
    tests,
  },
  {
    name: 'an answer that is no JSON is an empty one',
    file: 'lib/wire/json-protocol.ts',
    from: 'if (!output) return super.deserializeResponse(operation, context, { ...response, body });',
    to: 'if (!output) return { $metadata: this.deserializeMetadata(response) } as Output;',
    tests,
  },
  {
    name: 'a command is tried once too few',
    file: 'lib/wire/document-client.ts',
    from: '{ ...settings, protocol',
    to: '{ ...settings, maxAttempts: 2, protocol',
    tests,
  },
  {
    name: 'a clock that AWS has refused stays wrong',
    file: 'lib/wire/stack.ts',
    from: '.catch(scheme.errorHandler(properties))',
    to: '',
    tests,
  },
  {
    name: 'credentials that cannot be had are asked for three times',
    file: 'lib/wire/stack.ts',
    from: "  stack.add(identified(config), { name: 'identified', step: 'build' });\n",
    to: "  stack.add(identified(config), { name: 'identified', step: 'finalizeRequest' });\n",
    tests,
  },
  {
    name: 'an aborted command is sent',
    file: 'lib/wire/kept-handlers.ts',
    from: 'options ? resolve(client, command, options) : handlerOf(command);',
    to: 'options ? handlerOf(command) : resolve(client, command, options);',
    tests,
  },
  {
    name: 'a rehearsed request is logged',
    file: 'lib/runtime/log.ts',
    from: '  if (!leavesNoTrace()) process',
    to: '  if (!leavesNoTrace() || level) process',
    tests,
  },
  {
    name: 'a rehearsed request is remembered',
    file: 'lib/runtime/traceless.ts',
    from: 'traceless.run(true, () => rememberingNothing(work));',
    to: 'traceless.run(true, () => (work.length === 0 ? work() : rememberingNothing(work)));',
    tests,
  },
  {
    name: 'a rehearsed request is counted in the table',
    file: 'lib/wire/rehearsal.ts',
    from: 'if (!leavesNoTrace()) return handle',
    to: "if (!leavesNoTrace() || String(request.headers['x-amz-target']).endsWith('UpdateItem')) return handle",
    tests,
  },
];
