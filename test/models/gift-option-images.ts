import type { Operation } from '../stage/engine/history.ts';
import type { Random } from '../stage/engine/random.ts';
import type { World } from '../support/world/world.ts';
import { type Option, withOptions } from './gift-options.ts';

/** A site with two options; all clients change their photos. */
export interface Fixture {
  site_id: string;
  key: string;
  initial: readonly Option[];
  /** Ids of the options that clients know. */
  known: string[];
  /** Paths of all photos that clients were ever shown, by their ids. */
  photos: Map<string, string>;
  /** Uploads with photos that have been sent to the bucket. */
  uploads: { id: string; option: string; size: number }[];
}

export async function begin({ sites, write: key }: World): Promise<Fixture> {
  const site_id = sites[1].id;
  const bodies = ['Box', 'Wrap'].map((name, position) => ({ name, position }));
  const initial = await withOptions({ site_id, key }, bodies);
  return { site_id, key, initial, known: initial.map(({ id }) => id), photos: new Map(), uploads: [] };
}

/** The id of an option, mostly the newest. */
export const optionOf = ({ known }: Fixture, random: Random): string =>
  (random.chance(0.8) ? known.at(-1) : random.among(known)) ?? '';

/** A photo's bytes. */
export const sizeOf = (random: Random): number => 100 + random.below(50);

interface Photo {
  id: string;
  url: string;
}

/** Remembers the photo that an answer shows. */
export const remember = ({ photos }: Fixture, { image }: { image: Photo }): unknown =>
  photos.set(image.id, image.url.slice(1));

/**
 * A started upload holds nothing yet, so it may be judged by what its option was when it was read, even if the same
 * request was refused meanwhile: finishing it is judged again.
 */
export const withStart = (operation: Operation): Operation =>
  operation.input.kind === 'start photo' ? { ...operation, notAfter: undefined } : operation;

export function photosShownAtLast(history: readonly Operation[]): string[] {
  const listed = history.findLast(({ input: { kind } }) => kind === 'list');
  const options: { image: { url: string } | null }[] = listed?.answer?.body.data ?? [];
  return options.flatMap(({ image }) => (image ? [image.url.slice(1)] : [])).toSorted();
}
