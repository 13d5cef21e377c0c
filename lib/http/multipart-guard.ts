/**
 * What a multipart body must look like before it is parsed: the parser ends the whole process on a part that is cut short
 * or has no name, where nothing can catch it. This is stricter than RFC 7578 in what no client sends.
 */
import { partsAtMost } from '../objects/received-file.ts';

const boundaryCharacters = /^[\w'()+,./:=? -]{1,70}$/;

const headerBytesAtMost = 16 * 1024;

/** The boundary that a `multipart/form-data` content type names, quoted or not, or undefined. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const parameters = /^\s*multipart\/form-data\s*;(.*)$/is.exec(contentType ?? '')?.[1] ?? '';
  const match = /(?:^|;)\s*boundary=(?:"([^"\\]*)"|([^\s;"]+))\s*(?:;|$)/i.exec(parameters);
  const boundary = match?.[1] ?? match?.[2];
  return boundary !== undefined && boundaryCharacters.test(boundary) && !boundary.endsWith(' ') ? boundary : undefined;
}

/** Whether the body ends with its closing delimiter, and every part before it has headers that name it. */
export function isWellFormed(body: Buffer, boundary: string): boolean {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first delimiter may stand at the very beginning, without the line end that belongs to it.
  let at = body.indexOf(delimiter.subarray(2)) === 0 ? -2 : body.indexOf(delimiter);
  for (let parts = 0; at !== -1 && parts <= partsAtMost; parts += 1) {
    const after = at + delimiter.length;
    const mark = body.toString('latin1', after, after + 2);
    if (mark === '--') return true;
    if (mark !== '\r\n') return false;
    at = body.indexOf(delimiter, after);
    const headersEnd = body.indexOf('\r\n\r\n', after);
    if (at === -1 || headersEnd === -1 || headersEnd + 4 > at || headersEnd - after > headerBytesAtMost) return false;
    if (!isNamed(body.toString('latin1', after + 2, headersEnd))) return false;
  }
  return false;
}

/** The name may follow other parameters only where nothing in them could be read in two ways. */
const named =
  /^form-data(?:[ \t]*;[ \t]*[\w*-]+=(?:"[^"\\]*"|[^\s;"\\]+))*?[ \t]*;[ \t]*name=(?:"(?:[^"\\]|\\.)+"|[^\s;"\\]+)/i;

function isNamed(headers: string): boolean {
  const unfolded = headers.replaceAll(/\r\n(?=[ \t])/g, '');
  const disposition = /^content-disposition:[ \t]*(.*)$/im.exec(unfolded)?.[1];
  return disposition !== undefined && named.test(disposition);
}
