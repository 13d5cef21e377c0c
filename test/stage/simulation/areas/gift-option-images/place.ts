import type { World } from '../../../../support/world/world.ts';
import type { Random } from '../../engine/random.ts';
import type { Option } from '../gift-options/model.ts';
import { withOptions } from '../gift-options/place.ts';

/** A site with two options, whose photos all clients change. */
export interface Place {
  site_id: string;
  key: string;
  initial: readonly Option[];
  /** Ids of the options that clients were told of. */
  known: string[];
  /** Paths of all photos that clients were ever shown, by their ids. */
  photos: Map<string, string>;
  /** Uploads whose photos have been sent to the bucket. */
  uploads: { id: string; option: string; size: number }[];
}

export async function begin({ sites, write: key }: World): Promise<Place> {
  const site_id = sites[1].id;
  const bodies = ['Box', 'Wrap'].map((name, position) => ({ name, position }));
  const initial = await withOptions({ site_id, key }, bodies);
  return { site_id, key, initial, known: initial.map(({ id }) => id), photos: new Map(), uploads: [] };
}

/** The id of an option, mostly the newest. */
export const optionOf = ({ known }: Place, random: Random): string =>
  (random.chance(0.8) ? known.at(-1) : random.among(known)) ?? '';

/** A photo's bytes. */
export const sizeOf = (random: Random): number => 100 + random.below(50);

interface Photo {
  id: string;
  url: string;
}

/** Remembers the photo that an answer shows. */
export const remember = ({ photos }: Place, { image }: { image: Photo }): unknown =>
  photos.set(image.id, image.url.slice(1));
