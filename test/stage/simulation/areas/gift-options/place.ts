import { createGiftOption } from '../../../../../lib/resources/gift-options/operations.ts';
import { newId } from '../../../../../lib/runtime/ids.ts';
import type { World } from '../../../../support/world/world.ts';
import type { Random } from '../../engine/random.ts';
import { request } from '../../engine/requests.ts';
import { given, lastPosition, mostOfASite, type Option } from './model.ts';

/** A site whose gift options all clients change, and a customer who orders with them. */
export interface Place {
  world: World;
  site_id: string;
  key: string;
  /** What the site has at the beginning. */
  initial: readonly Option[];
  /** Ids of the options that clients were told of. */
  known: string[];
  orders: readonly [string, string];
}

/** Half of the sites begin close to the limit. */
export async function begin(world: World, random: Random): Promise<Place> {
  const site_id = world.sites[0].id;
  const key = world.write;
  const initial = await withOptions(
    { site_id, key },
    Array.from({ length: random.pick([0, mostOfASite - 2]) }, (_, index) => ({
      name: `Box ${index}`,
      position: 1,
      enabled: index < 2,
    })),
  );
  const known = initial.slice(0, 2).map(({ id }) => id);
  return { world, site_id, key, initial, known, orders: [newId('order'), newId('order')] };
}

type Words = { name: string; position: number; enabled?: boolean };

/** Creates options one after the other. */
export async function withOptions({ site_id, key }: Pick<Place, 'site_id' | 'key'>, bodies: readonly Words[]) {
  const options: Option[] = [];
  for (const body of bodies) {
    const { body: made } = await request(createGiftOption, { kind: 'create' }, { path: { site_id }, body, key }).send();
    options.push({ id: made.id, created_at: made.created_at, ...given(body), position: body.position, photo: null });
  }
  return options;
}

/** A request about one of the site's options. */
export const at = ({ site_id, key }: Pick<Place, 'site_id' | 'key'>, gift_option_id: string) => ({
  path: { site_id, gift_option_id },
  key,
});

/** The id of an option, mostly the first. */
export const optionOf = ({ known }: Place, random: Random): string | undefined =>
  random.chance(0.6) ? known[0] : random.among(known);

/** What an option may say. */
export const words = (random: Random) => ({
  name: `Wrap ${random.below(4)}`,
  price: random.below(900),
  ...(random.chance(0.6) ? { enabled: true } : {}),
  ...(random.chance(0.3) ? { position: random.pick([0, 3, lastPosition]) } : {}),
});
