/** The real handlers behind the clients of the package, in this process: by HTTP as a `fetch`, and as Lambda invokes them. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll } from 'vitest';
import type { Fetch } from '../../lib/client/options.ts';
import { router } from '../../lib/gateway/routes.ts';
import { invocables, routes } from '../../lib/resources/nouns.ts';
import { call } from './http/call.ts';
import { invoke } from './invoke.ts';

const routeOf = router(routes);

/** Answers a request as the service does. */
export const fetchFromHandlers: Fetch = async (url, { method = 'GET', headers, body }) => {
  const { pathname, searchParams } = new URL(url);
  const route = routeOf(method, pathname);
  if (!route) throw new Error(`No operation is at ${method} ${pathname}`);
  const answer = await call(route.operation, {
    path: route.pathParameters,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(new Headers(headers)),
    body: body ?? undefined,
  });
  return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), answer);
};

/** The functions of the stack `Shop`, as a client of Lambda sees them while the tests of a file run. */
export function useHandlersOnLambda(): LambdaClient {
  const lambda = new LambdaClient({ region: 'us-east-1' });
  const aws = mockClient(LambdaClient);
  beforeAll(() => {
    aws.on(InvokeCommand).callsFake(async ({ FunctionName, Payload }) => {
      const invocable = invocables.find(({ name }) => FunctionName === `Shop-${name}`);
      if (!invocable) throw new Error(`There is no function ${FunctionName}`);
      const answer = await invoke(invocable, JSON.parse(Payload));
      return {
        Payload: new TextEncoder().encode(JSON.stringify(answer)),
        ...('errorType' in answer && { FunctionError: 'Unhandled' }),
      };
    });
  });
  afterAll(() => aws.restore());
  return lambda;
}
