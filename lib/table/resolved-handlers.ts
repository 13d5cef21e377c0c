/**
 * The SDK puts its middleware together anew for each command that is sent, a third of what a call takes. Its clients can keep
 * that for each kind of command (`cacheMiddleware`), but for the document client: this does it for that one.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A document command, which wraps one of the client. */
interface DocumentCommand {
  clientCommand: {
    resolveMiddleware(stack: object, config: object): Handler;
  };
  middlewareStack: object;
  addMarshallingMiddleware(config: object): void;
}

type Handler = (command: DocumentCommand['clientCommand']) => Promise<{ output: unknown }>;

const changes = ['add', 'addRelativeTo', 'use', 'remove', 'removeByTag'] as const;

const resolve = (command: DocumentCommand, stack: Stack, config: object): Handler => {
  command.addMarshallingMiddleware(config);
  return command.clientCommand.resolveMiddleware(stack.concat(command.middlewareStack as never), config);
};

type Stack = DynamoDBDocumentClient['middlewareStack'];

/**
 * Takes commands as far as the signed request, which goes nowhere: the code that the first real ones need has then run once.
 * Throws what stands in their way.
 */
export async function rehearse({ middlewareStack, config }: DynamoDBDocumentClient, commands: readonly object[]) {
  const stack = middlewareStack.clone();
  stack.add(() => async () => ({ output: {}, response: {} }) as never, { step: 'deserialize', priority: 'high' });
  await Promise.all(
    commands.map((command) => {
      const { clientCommand } = command as DocumentCommand;
      return resolve(command as DocumentCommand, stack, config)(clientCommand);
    }),
  );
}

/** Keeps the handler of each kind of command, until the client's middleware changes. */
export function keepHandlers(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
  const { middlewareStack: stack, config } = client;
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
    const handler = resolve(command, stack, config);
    handlers.set(command.constructor, handler);
    return handler;
  };
  const { send: plain } = client;
  const send = async (command: DocumentCommand | object) => {
    // Whoever has put another in the place of the class's own is heard; commands of the plain client go the plain way.
    const { send: inherited } = Object.getPrototypeOf(client);
    if (inherited !== plain || !('clientCommand' in command)) return inherited.call(client, command);
    return (await handlerOf(command)(command.clientCommand)).output;
  };
  return Object.assign(client, { send });
}
