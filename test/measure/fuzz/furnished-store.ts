/** A store in which every kind of thing is there, so that payloads can be of it. */
import { invocationScenarios } from '../../requests/all.ts';
import { newWorld } from '../../support/world/world.ts';
import { Seen } from './payloads.ts';

export interface FurnishedStore {
  id: string;
  seen: Seen;
}

/** What each function needs to succeed is there, and what its payload names is known. */
export async function furnishedStore(): Promise<FurnishedStore> {
  const world = await newWorld();
  const { store, sites, customers, products, writeKeyId } = world;
  const seen = new Seen();
  seen.collect([store, sites, customers, products, { id: writeKeyId }]);
  for (const { invocable, prepare } of invocationScenarios) {
    const payload = await prepare(world);
    seen.take(invocable.name, payload);
    seen.collect(payload);
  }
  return { id: store.id, seen };
}
