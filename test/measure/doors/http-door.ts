/** The door of a service that runs somewhere: HTTP, and Lambda's Invoke API. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Door } from '../../support/door.ts';
import { sendOverHttp } from '../../support/http/over-http.ts';

interface Place {
  /** What `{base_url}` stands for. */
  url: string;
  stack: string;
  lambda: LambdaClient;
}

export const httpDoor = ({ url, stack, lambda }: Place): Door => ({
  send: (request) => sendOverHttp(url, request),

  async invoke(name, payload) {
    const { Payload, FunctionError } = await lambda.send(
      new InvokeCommand({ FunctionName: `${stack}-${name}`, Payload: JSON.stringify(payload) }),
    );
    const result = JSON.parse(Payload?.transformToString() || 'null');
    return FunctionError === undefined ? result : { errorType: result.errorType, errorMessage: result.errorMessage };
  },
});

/** Whoever asks a local server needs no credentials, so some are made up. */
export const madeUp = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/** The door of a local server. */
export const localDoor = (url: string): Door =>
  httpDoor({ url, stack: 'StoreCommerceApi', lambda: new LambdaClient({ endpoint: url, ...madeUp }) });
