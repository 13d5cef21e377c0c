/** The one way in which tests intercept calls to AWS. */

// biome-ignore lint/suspicious/noExplicitAny: each command has its own input and output
export type Any = any;

export interface AwsClient {
  middlewareStack: { add(middleware: never, options: object): void; remove(middleware: never): boolean };
}

export interface Intercepted {
  /** The class of the client, as `SQSClient`. */
  client: string;
  /** The class of the command, as `PutItemCommand`. */
  command: string;
  input: Any;
}

/** Makes a call, with another input where one is given, and returns its output. */
export type Next = (input?: Any) => Promise<Any>;

/** Where calls are intercepted: each call once, after those that are intercepted first, or each try of it that the SDK makes. */
const positions = {
  first: { step: 'initialize', priority: 'high' },
  call: { step: 'initialize' },
  try: { step: 'finalizeRequest', priority: 'low' },
  lastOfTry: { step: 'deserialize', priority: 'high' },
} as const;

type Act = (call: Intercepted, next: Next) => Any;

type Clients = AwsClient | readonly AwsClient[];

/** Lets `act` make each call of some clients and return the output. Returns a function that ends this. */
export function onCall(clients: Clients, act: Act, position: keyof typeof positions = 'call'): () => void {
  const middleware =
    (send: (args: Any) => Promise<Any>, { clientName: client = '', commandName: command = '' }: Any) =>
    async (args: Any) => {
      const next: Next = async (input = args.input) => (await send({ ...args, input })).output;
      const output = await act({ client, command, input: args.input }, next);
      // Without a response: its date would correct the clock of the SDK.
      return { response: {}, output: { $metadata: {}, ...output } };
    };
  const stacks = [clients].flat().map(({ middlewareStack }) => middlewareStack);
  for (const stack of stacks) stack.add(middleware as never, positions[position]);
  return () => {
    for (const stack of stacks) stack.remove(middleware as never);
  };
}

/** Does some work while `act` makes each call of some clients. */
export async function withOnCall<T>(clients: Clients, act: Act, work: () => Promise<T>): Promise<T> {
  const end = onCall(clients, act);
  try {
    return await work();
  } finally {
    end();
  }
}
