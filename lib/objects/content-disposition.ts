/**
 * A `Content-Disposition` that saves under a name (RFC 6266): any Unicode goes into the extended parameter (RFC 5987),
 * beside a name in plain ASCII for old clients. Nothing in a name can end the quoted string or the header.
 */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed();
  const plain = name.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  return plain === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${extendedValue(name)}`;
}

/** What `encodeURIComponent` leaves but RFC 5987 does not allow. */
const extendedValue = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
