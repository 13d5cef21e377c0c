/** DynamoDB's JSON by `JSON` itself. The SDK goes along its schemas, member by member and byte by byte. */
import { randomUUID } from 'node:crypto';

/** How bytes are written in JSON, and read from it: the SDK's own base64. */
interface Base64 {
  base64Encoder(bytes: Uint8Array): string;
  base64Decoder(text: string): Uint8Array;
}

/** An operation's input as the body of a request. A transaction's token keeps the tries of one request from taking effect twice. */
export function toJson(operation: string, input: object, { base64Encoder }: Base64): string {
  const token = operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID() } : {};
  return JSON.stringify(Object.assign(token, withText(input, base64Encoder)));
}

/** The body of an answer as an operation's output, of which `members` are known. Throws where the body is no JSON object. */
export function fromJson(body: string, members: readonly string[], { base64Decoder }: Base64): object {
  const whole: Record<string, unknown> = JSON.parse(body);
  if (typeof whole !== 'object') throw new TypeError('An answer must be an object');
  if (bytesInJson.test(body)) readBytes(whole, base64Decoder);
  const output: Record<string, unknown> = {};
  for (const name of members) if (whole[name] != null) output[name] = whole[name];
  return output;
}

/** JSON has no bytes: they go as base64. Like the SDK it leaves out what is null. */
function withText(value: unknown, encode: Base64['base64Encoder']): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return encode(value);
  if (Array.isArray(value)) return value.map((one) => withText(one, encode));
  const whole: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) if (one != null) whole[name] = withText(one, encode);
  return whole;
}

/** Every attribute of bytes is written so. Text in which this stands costs a look at each attribute, and changes nothing. */
const bytesInJson = /"BS?"\s*:/;

/** Puts bytes in place of their base64: an attribute's value alone has text called `B`, or a list called `BS`. */
function readBytes(value: unknown, decode: Base64['base64Decoder']): void {
  if (typeof value !== 'object' || value === null) return;
  if ('B' in value && typeof value.B === 'string') value.B = decode(value.B);
  else if ('BS' in value && Array.isArray(value.BS)) value.BS = value.BS.map(decode);
  else for (const one of Object.values(value)) readBytes(one, decode);
}
