/**
 * The SDK builds the middleware of a command each time it sends one. Its clients can keep it for each kind of
 * command (`cacheMiddleware`), but the document client cannot: this module keeps it there.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type HandlerExecutionContext, type HttpHandlerOptions, SMITHY_CONTEXT_KEY } from '@smithy/types';

/** A document command, which wraps one of the client. */
interface DocumentCommand {
  clientCommand: { input: object; schema: readonly unknown[]; middlewareStack: Stack };
  addMarshallingMiddleware(config: object): void;
}

type Stack = DynamoDBDocumentClient['middlewareStack'];
type Handler = (command: DocumentCommand['clientCommand']) => Promise<{ output: unknown }>;

const changes = ['add', 'addRelativeTo', 'use', 'remove', 'removeByTag'] as const;

/** Makes a client keep the handler of each kind of command, until its middleware changes. */
export function keepHandlers(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
  const { middlewareStack: stack } = client;
  let handlers = new WeakMap<object, Handler>();
  for (const name of changes) {
    const change = stack[name].bind(stack) as (...args: unknown[]) => unknown;
    Object.assign(stack, {
      [name]: (...args: unknown[]) => {
        handlers = new WeakMap();
        return change(...args);
      },
    });
  }
  const handlerOf = (command: DocumentCommand): Handler => {
    const known = handlers.get(command.constructor);
    if (known) return known;
    const handler = resolve(client, command);
    handlers.set(command.constructor, handler);
    return handler;
  };
  const { send: plain } = client;
  const send = async (command: DocumentCommand | object, options?: HttpHandlerOptions) => {
    // The class's `send` may have been replaced. Commands of the plain client use the inherited `send`.
    const { send: inherited } = Object.getPrototypeOf(client);
    if (inherited !== plain || !('clientCommand' in command)) return inherited.call(client, command, options);
    const handler = options ? resolve(client, command, options) : handlerOf(command);
    return (await handler(command.clientCommand)).output;
  };
  return Object.assign(client, { send });
}

/** The handler that sends commands of one kind. The client has its own endpoint, so no endpoint rules are evaluated. */
function resolve(
  { middlewareStack, config }: DynamoDBDocumentClient,
  command: DocumentCommand,
  options: HttpHandlerOptions = {},
): Handler {
  command.addMarshallingMiddleware(config);
  const { schema, middlewareStack: own } = command.clientCommand;
  const [, , operation] = schema;
  const context = {
    logger: config.logger,
    clientName: 'DynamoDBClient',
    commandName: `${operation}Command`,
    [SMITHY_CONTEXT_KEY]: { operationSchema: schema, abortSignal: options.abortSignal },
  };
  const send = ({ request }: { request: never }) => config.requestHandler.handle(request, options);
  return middlewareStack.concat(own as never).resolve(send as never, context as HandlerExecutionContext) as never;
}
