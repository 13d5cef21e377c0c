/** Reads a multipart body that API Gateway and Lambda pass on in one piece. */
import { createHash } from 'node:crypto';
import httpMultipartBodyParser from '@middy/http-multipart-body-parser';
import { boundaryOf, contentTypeWith, fileNameOf, framed, parsing } from '../objects/multipart-frame.ts';
import { putObject } from '../objects/objects.ts';
import {
  firstBytesCount,
  type ObjectLocation,
  type Receive,
  type ReceivedFile,
  type ReceiveRules,
} from '../objects/received-file.ts';
import type { Link, Receiving } from './exchange.ts';
import { bodyBytes, header, type ProxyEvent } from './request.ts';

/** Decides how the file is received: by the server that called, or from the event's body. */
export function multipartBody(field: string): Link<object, Receiving> {
  const filesOf = fileParser(field);
  return {
    before: async (_, { event, context }) => ({ receive: context.receive ?? receiveFrom(await filesOf(event)) }),
  };
}

interface Attachment {
  filename: string | undefined;
  mimetype: string;
  content: Buffer;
}

/** Returns the files of a field in their order; none if the body is malformed. The parser must not see a malformed body. */
function fileParser(field: string): (event: ProxyEvent) => Promise<Attachment[]> {
  const parser = httpMultipartBodyParser({ disableContentTypeCheck: true, busboy: parsing(field) });
  return async (event) => {
    const boundary = boundaryOf(header(event, 'content-type'));
    const body = boundary === undefined ? undefined : framed(bodyBytes(event), boundary);
    if (boundary === undefined || body === undefined) return [];
    const request = { event: { headers: { 'content-type': contentTypeWith(boundary) }, body } };
    await parser.before?.(request as never);
    const parsed = request.event.body as unknown as Record<string, Attachment | Attachment[] | undefined>;
    // The parser lists parts with the same name in reverse order.
    return [parsed[field] ?? []].flat().reverse();
  };
}

const receiveFrom =
  (files: readonly Attachment[]): Receive =>
  async (rules) => {
    const file = files.find(({ content }) => content.length > 0);
    return file && received(file, rules);
  };

function received<P extends ObjectLocation>(
  { filename, mimetype, content }: Attachment,
  { maximumBytes, tooLarge, place, isStored }: ReceiveRules<P>,
): ReceivedFile<P> {
  if (content.length > maximumBytes) throw tooLarge();
  const placed = place({ firstBytes: content.subarray(0, firstBytesCount), contentType: mimetype });
  let kept: Promise<unknown> | undefined;
  return {
    place: placed,
    name: fileNameOf(filename),
    contentType: mimetype,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    async keep() {
      if (isStored) kept ??= putObject(placed, content);
      await kept;
    },
    discard: async () => kept?.catch(() => undefined),
  };
}
