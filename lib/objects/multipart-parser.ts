import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import { partsAtMost } from './received-file.ts';

/** The header with which a parser learns the boundary. */
export const contentTypeWith = (boundary: string): string => `multipart/form-data; boundary="${boundary}"`;

/**
 * How a body is parsed that may bring a file in a field: parts of other names, and those of this one that are text, are left
 * out. A part without a name, which would end the process, is among them.
 */
export const parsing = (field: string) =>
  ({
    isPartAFile: (name, contentType, fileName) =>
      name === field && (fileName !== undefined || contentType === 'application/octet-stream'),
    limits: { fields: 0, parts: partsAtMost, fieldNameSize: Number.POSITIVE_INFINITY },
  }) satisfies Partial<BusboyConfig>;

/**
 * A part's file name as the client has it: browsers and `fetch` write what would end the header so, and nothing else (WHATWG HTML,
 * "multipart/form-data encoding algorithm").
 */
export const fileNameOf = (written: string | undefined): string | undefined =>
  written?.replaceAll(/%(?:22|0D|0A)/g, decodeURIComponent);

/** Parses a framed body of this boundary. */
export const parserOf = (boundary: string, field: string): BusboyInstance =>
  new Busboy({ ...parsing(field), headers: { 'content-type': contentTypeWith(boundary) } });
