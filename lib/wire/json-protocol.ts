/** DynamoDB's protocol with a plain JSON conversion. The SDK itself reads errors, and answers that are not JSON. */

import { randomUUID } from 'node:crypto';
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

/** The operations that functions use. Tests compare them with the SDK, which handles all other operations itself. */
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

/** Undefined if it is not JSON. */
function parsed(body: string, members: readonly string[], context: SerdeFunctions): object | undefined {
  try {
    return fromJson(body, members, context);
  } catch {
    return undefined;
  }
}

/** Names of the members of an operation's output. Other members of an answer are omitted. */
function membersOf({ output }: OperationSchema): readonly string[] {
  const schema: unknown = deref(output);
  const members: unknown = Array.isArray(schema) && schema[4];
  if (!Array.isArray(members)) throw new Error("The SDK's schemas of outputs are not what they used to be");
  return members;
}

/** How bytes are written in JSON, and read from it: the SDK's own base64. */
interface Base64 {
  base64Encoder(bytes: Uint8Array): string;
  base64Decoder(text: string): Uint8Array;
}

/** An operation's input as the body of a request. With a transaction's token, the retries of one request take effect only once. */
function toJson(operation: string, input: object, { base64Encoder }: Base64): string {
  const token = operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID() } : {};
  return JSON.stringify(Object.assign(token, withText(input, base64Encoder)));
}

/**
 * The body of an answer as an operation's output, with the known `members`. Throws if the body is not a JSON object.
 */
function fromJson(body: string, members: readonly string[], { base64Decoder }: Base64): object {
  const whole: Record<string, unknown> = JSON.parse(body);
  if (typeof whole !== 'object') throw new TypeError('An answer must be an object');
  if (bytesInJson.test(body)) readBytes(whole, base64Decoder);
  const output: Record<string, unknown> = {};
  for (const name of members) if (whole[name] != null) output[name] = whole[name];
  return output;
}

/** JSON has no bytes: they are sent as base64. Like the SDK it omits null values. */
function withText(value: unknown, encode: Base64['base64Encoder']): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return encode(value);
  if (Array.isArray(value)) return value.map((one) => withText(one, encode));
  const whole: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) if (one != null) whole[name] = withText(one, encode);
  return whole;
}

/**
 * Every attribute of bytes matches this. If text matches too, each attribute is checked, but none is changed.
 */
const bytesInJson = /"BS?"\s*:/;

/** Replaces base64 with its bytes: only an attribute's value has text called `B`, or a list called `BS`. */
function readBytes(value: unknown, decode: Base64['base64Decoder']): void {
  if (typeof value !== 'object' || value === null) return;
  if ('B' in value && typeof value.B === 'string') value.B = decode(value.B);
  else if ('BS' in value && Array.isArray(value.BS)) value.BS = value.BS.map(decode);
  else for (const one of Object.values(value)) readBytes(one, decode);
}
