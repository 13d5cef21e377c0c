import type { Photo, PhotoKind } from '../resources/gift-options/photo-rules.ts';
import { objectKeys } from '../table/keys.ts';

/** A photo never changes under its name, so whoever has it may keep it for good. */
export const photoPlace = (photo: Photo, { contentType }: Pick<PhotoKind, 'contentType'>) => ({
  photo,
  key: objectKeys.photo(photo),
  contentType,
  cacheControl: 'public, max-age=31536000, immutable',
});

/** A declared type that is none would be refused by S3. */
export const digitalFilePlace = (store: string, id: string, contentType: string | null | undefined) => ({
  id,
  key: objectKeys.digitalFile(store, id),
  contentType:
    contentType && /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(contentType) ? contentType : 'application/octet-stream',
});
