/** Multipart bodies as clients send them. */

interface TestPart {
  name?: string;
  fileName?: string;
  type?: string;
  content: string | Uint8Array;
}

const testBoundary = '------------------------d74496d66958873e';

/** A body and its headers. */
export function multipart(parts: readonly TestPart[], boundary = testBoundary) {
  const chunks = parts.flatMap(({ name, fileName, type, content }) => [
    Buffer.from(
      [
        `--${boundary}`,
        `Content-Disposition: form-data${name === undefined ? '' : `; name="${name}"`}${fileName === undefined ? '' : `; filename="${fileName}"`}`,
        ...(type === undefined ? [] : [`Content-Type: ${type}`]),
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
}

export const png = (bytes = 100): Buffer =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(bytes - 8, 7)]);

export const jpeg = (bytes = 100): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(bytes - 4, 9)]);
