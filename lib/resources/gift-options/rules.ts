/** The rules of gift options (contract, "Gift options"). A site has few options, so a rule can check all of them at once. */
import { duplicate, invalidField } from '../../schema/errors.ts';
import { filled } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { type GiftOption, type GiftOptionInput, giftOptionFields } from './fields.ts';

/** The fields of an option that the rules compare with other options of the site. */
export type PlacedName = Pick<GiftOption, 'id' | 'name' | 'position'>;

/** A new option of a site. Throws `INVALID_FIELD` at the site's limit and `DUPLICATE` when the name is taken. */
export function newGiftOption(
  existing: readonly PlacedName[],
  input: GiftOptionInput,
  { id, now }: { id: string; now: string },
): GiftOption {
  if (existing.length >= limits.giftOptionsPerSite) {
    throw invalidField(`A site can have at most ${limits.giftOptionsPerSite} gift options`);
  }
  refuseTakenName(existing, input.name);
  const position = input.position ?? positionAfter(existing);
  return { id, ...filled(giftOptionFields, input), position, image: null, created_at: now, updated_at: now };
}

/** The option with every field replaced except its image and, if omitted, its position. Throws `DUPLICATE` if the name is taken. */
export function replaceGiftOption(
  existing: readonly PlacedName[],
  option: GiftOption,
  input: GiftOptionInput,
  now: string,
): GiftOption {
  refuseTakenName(
    existing.filter(({ id }) => id !== option.id),
    input.name,
  );
  return {
    ...option,
    ...filled(giftOptionFields, input),
    position: input.position ?? option.position,
    updated_at: now,
  };
}

/** By position, then creation time; options created in the same second are ordered by id. */
export const inOrder = <T extends GiftOption>(options: readonly T[]): T[] =>
  options.toSorted((a, b) => a.position - b.position || compare(a.created_at, b.created_at) || compare(a.id, b.id));

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Names are unique within the site character for character (decisions, "Gift options"). */
function refuseTakenName(others: readonly PlacedName[], name: string): void {
  if (others.some((other) => other.name === name)) throw duplicate('name');
}

const positionAfter = (existing: readonly PlacedName[]): number =>
  Math.min(limits.giftOptionPosition, Math.max(-1, ...existing.map(({ position }) => position)) + 1);

export interface PhotoKind {
  contentType: 'image/jpeg' | 'image/png';
  extension: 'jpg' | 'png';
}

const kinds: readonly (PhotoKind & { signature: readonly number[] })[] = [
  { contentType: 'image/jpeg', extension: 'jpg', signature: [0xff, 0xd8, 0xff] },
  { contentType: 'image/png', extension: 'png', signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
];

/** A photo's type by its leading bytes, regardless of its declared type. Throws `INVALID_FIELD` for any other type. */
export function photoKind(firstBytes: Uint8Array): PhotoKind {
  const kind = kinds.find(({ signature }) => signature.every((byte, index) => firstBytes[index] === byte));
  if (!kind) throw invalidField('Image must be a JPEG or PNG', 'image');
  return kind;
}

export const photoKindOf = (contentType: PhotoKind['contentType']): PhotoKind => ({
  contentType,
  extension: contentType === 'image/png' ? 'png' : 'jpg',
});

export type Photo = NonNullable<GiftOption['image']>;

/** A photo with a new id. Its path contains the id, so the content of a path never changes. */
export const newPhoto = (id: string, { extension }: PhotoKind): Photo => ({
  id,
  url: `/media/gift-options/${id}.${extension}`,
});

/** The option with another photo, or without a photo. */
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

/** The type and ETag of a photo sent to the bucket. Throws `INVALID_FIELD` if it is missing, or its size or type is not as declared. */
export function checkArrivedPhoto({ content_type, file_size }: AnnouncedPhoto, arrived: ArrivedPhoto | undefined) {
  if (arrived?.size !== file_size) throw invalidField('image must match what was announced');
  const kind = photoKind(arrived.firstBytes);
  if (kind.contentType !== content_type) throw invalidField('image must match what was announced');
  return { kind, etag: arrived.etag };
}
