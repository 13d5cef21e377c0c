/** The rules of gift option photos (contract, "Set image"; decisions, "Gift options"). */

import { invalidField } from '../../schema/errors.ts';
import type { GiftOption } from './fields.ts';

export interface PhotoKind {
  contentType: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
}

const kinds: readonly (PhotoKind & { signature: readonly number[] })[] = [
  { contentType: 'image/jpeg', extension: 'jpg', signature: [0xff, 0xd8, 0xff] },
  { contentType: 'image/png', extension: 'png', signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
];

/** What a photo is by its leading bytes, whatever it was declared to be. Throws `INVALID_FIELD`. */
export function photoKind(firstBytes: Uint8Array): PhotoKind {
  const kind = kinds.find(({ signature }) => signature.every((byte, index) => firstBytes[index] === byte));
  if (!kind) throw invalidField('Image must be a JPEG or PNG');
  return kind;
}

export const photoKindOf = (contentType: PhotoKind['contentType']): PhotoKind => ({
  contentType,
  extension: contentType === 'image/png' ? 'png' : 'jpg',
});

export type Photo = NonNullable<GiftOption['image']>;

/** A photo under a new id: its path on the storefront is its name for ever. */
export const newPhoto = (id: string, { extension }: PhotoKind): Photo => ({
  id,
  url: `/media/gift-options/${id}.${extension}`,
});

/** The option with another photo, or none. */
export const withPhoto = (option: GiftOption, image: Photo | null, now: string): GiftOption => ({
  ...option,
  image,
  updated_at: now,
});

interface AnnouncedPhoto {
  content_type: PhotoKind['contentType'];
  /** Bytes. */
  file_size: number;
}

interface ArrivedPhoto {
  firstBytes: Uint8Array;
  size: number;
  etag: string;
}

/** A photo that a client has sent straight to the bucket. Throws `INVALID_FIELD` where it is not what was announced. */
export function checkArrivedPhoto({ content_type, file_size }: AnnouncedPhoto, arrived: ArrivedPhoto | undefined) {
  if (arrived?.size !== file_size) throw invalidField('image must match what was announced');
  const kind = photoKind(arrived.firstBytes);
  if (kind.contentType !== content_type) throw invalidField('image must match what was announced');
  return { kind, etag: arrived.etag };
}
