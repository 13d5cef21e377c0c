/** DynamoDB's protocol with its JSON made plainly. Errors, and answers that are no JSON, are read by the SDK itself. */
import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols';
import { HttpRequest } from '@smithy/core/protocols';
import { deref } from '@smithy/core/schema';
import type {
  EndpointBearer,
  HandlerExecutionContext,
  MetadataBearer,
  OperationSchema,
  SerdeFunctions,
} from '@smithy/types';
import { fromJson, toJson } from './json.ts';

/** Other operations go the SDK's way: these are what functions use, and what is compared with the SDK. */
export const operations: ReadonlySet<string> = new Set([
  'BatchGetItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'TransactWriteItems',
  'UpdateItem',
]);

type Context = HandlerExecutionContext & SerdeFunctions & EndpointBearer;

type Request = Awaited<ReturnType<AwsJson1_0Protocol['serializeRequest']>>;
type Response = Parameters<AwsJson1_0Protocol['deserializeResponse']>[2];

export class JsonProtocol extends AwsJson1_0Protocol {
  override async serializeRequest<Input extends object>(operation: OperationSchema, input: Input, context: Context) {
    const request = operations.has(operation.name)
      ? await this.#plainRequest(operation, input, context)
      : await super.serializeRequest(operation, input, context);
    const { hostname, port } = request;
    request.headers.host = port ? `${hostname}:${port}` : hostname;
    request.headers['content-length'] = String(Buffer.byteLength(request.body));
    return request;
  }

  async #plainRequest(operation: OperationSchema, input: object, context: Context): Promise<Request> {
    const { protocol, hostname, port, path } = await context.endpoint();
    const headers = {
      'content-type': this.getDefaultContentType(),
      'x-amz-target': `${this.serviceTarget}.${operation.name}`,
    };
    const body = toJson(operation.name, input, context);
    return new HttpRequest({ method: 'POST', protocol, hostname, ...(port ? { port } : {}), path, headers, body });
  }

  override async deserializeResponse<Output extends MetadataBearer>(
    operation: OperationSchema,
    context: HandlerExecutionContext & SerdeFunctions,
    response: Response,
  ): Promise<Output> {
    const isPlain = operations.has(operation.name) && !this.isErrorResponse(response.statusCode);
    if (!isPlain) return super.deserializeResponse(operation, context, response);
    const body = await context.streamCollector(response.body);
    const output = parsed(context.utf8Encoder(body), membersOf(operation), context);
    if (!output) return super.deserializeResponse(operation, context, { ...response, body });
    return Object.assign(output, { $metadata: this.deserializeMetadata(response) }) as Output;
  }
}

/** Undefined where it is no JSON. */
function parsed(body: string, members: readonly string[], context: SerdeFunctions): object | undefined {
  try {
    return fromJson(body, members, context);
  } catch {
    return undefined;
  }
}

/** Names of the members of an operation's output. What else an answer may hold is left out. */
function membersOf({ output }: OperationSchema): readonly string[] {
  const schema: unknown = deref(output);
  const members: unknown = Array.isArray(schema) && schema[4];
  if (!Array.isArray(members)) throw new Error("The SDK's schemas of outputs are not what they used to be");
  return members;
}
