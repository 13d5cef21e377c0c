/** The door of a service that runs somewhere: HTTP, and Lambda's Invoke API. */
import { once } from 'node:events';
import { type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { Door } from '../../support/door.ts';

interface Place {
  /** What `{base_url}` stands for. */
  url: string;
  stack: string;
  lambda: LambdaClient;
}

export const httpDoor = ({ url, stack, lambda }: Place): Door => ({
  async send({ method, target, headers, body }) {
    const at = new URL(url);
    const outgoing = (at.protocol === 'https:' ? secure : plain)({
      host: at.hostname,
      port: at.port,
      method,
      // Not a URL's: that would be put in order first.
      path: target,
      headers: Object.fromEntries(headers),
    });
    // A request that declares no length has no body.
    if (body.length > 0) outgoing.setHeader('Content-Length', body.length);
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const text = Buffer.concat(await response.toArray()).toString();
    return {
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
      body: parsed(text),
    };
  },

  async invoke(name, payload) {
    const { Payload, FunctionError } = await lambda.send(
      new InvokeCommand({ FunctionName: `${stack}-${name}`, Payload: JSON.stringify(payload) }),
    );
    const result = JSON.parse(Payload?.transformToString() || 'null');
    return FunctionError === undefined ? result : { errorType: result.errorType, errorMessage: result.errorMessage };
  },
});

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
