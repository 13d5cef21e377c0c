/** Sites that are switched off and on again under faults. */
import { objectKeys } from '../../../lib/table/keys.ts';
import { objectsUnder } from '../../support/aws/objects.ts';
import type { World } from '../../support/world/world.ts';
import { deliverAll, deliverUnderFaults, start } from './background.ts';
import { type Surroundings, within } from './client.ts';
import { importSite } from './public-changes.ts';
import { Violation } from './requests.ts';
import { letPass } from './unkind-aws.ts';

const minute = 60_000;

/** One way to switch the public reviews of a site off, and on again. */
interface Switch {
  turn(isOn: boolean): Promise<unknown>;
  /** Whether no change of the table announces it, so only the schedule finds it. */
  isUnannounced?: boolean;
}

const switchesOf = (world: World): readonly [Switch, ...Switch[]] => [
  { turn: (isOn) => importSite(world, { public_reviews: isOn }) },
  { turn: (isOn) => importSite(world, { reviews_enabled: isOn }) },
  {
    async turn(isOn) {
      if (isOn) delete process.env.SERVICE_REVIEWS;
      else process.env.SERVICE_REVIEWS = 'false';
    },
    isUnannounced: true,
  },
];

interface Work {
  /** Follows the changes of the table since the last time. */
  follow(): Promise<void>;
  /** Works on the files of all products, under faults, from within. */
  write(): Promise<void>;
  /** Throws a Violation if files are wrong once the work in the queues is done. */
  expectFiles(): Promise<void>;
}

/** A site that is switched off loses its files, even while they are written, and has them again once it is on. */
export async function expectTrueSwitches(world: World, surroundings: Surroundings, work: Work): Promise<void> {
  const { random } = surroundings;
  const [first, second] = [random.pick(switchesOf(world)), random.pick(switchesOf(world))];
  const switched = async ({ turn, isUnannounced }: Switch, isOn: boolean) => {
    await within(surroundings, () => turn(isOn));
    await work.follow();
    if (isUnannounced) await sweepSites(surroundings);
  };
  const delivered = () => within(surroundings, () => deliverUnderFaults(surroundings));
  try {
    await switched(first, false);
    await delivered();
    await expectNone(world, surroundings, work);

    await switched(first, true);
    await switchOffMeanwhile(world, surroundings, { ...work, off: second });
    await expectNone(world, surroundings, work);

    await switched(second, true);
    await delivered();
    await work.expectFiles();
  } finally {
    delete process.env.SERVICE_REVIEWS;
  }
}

/** Switches a site off while its files are written, and lets its schedule find what is written late. */
async function switchOffMeanwhile(
  world: World,
  surroundings: Surroundings,
  { off, follow, write }: Work & { off: Switch },
): Promise<void> {
  const { random, run, scheduler } = surroundings;
  await within(surroundings, async () => {
    const writing = Promise.all([deliverUnderFaults(surroundings), write()]);
    await scheduler.pause(random.pick([0, 100, 1000]));
    await off.turn(false);
    const body = JSON.stringify({ work: 'site', store_id: world.store.id, site_id: world.sites[0].id });
    run.messages.push({ queue: 'publicFiles', body, notBefore: 0 });
    await deliverUnderFaults(surroundings);
    await writing;
  });
  await follow();
  for (const minutes of [2, 10, 10]) {
    await letPass(run, minutes * minute);
    await sweepSites(surroundings);
    await within(surroundings, () => deliverAll(surroundings));
  }
}

async function expectNone({ sites: [site] }: World, surroundings: Surroundings, { expectFiles }: Work) {
  await expectFiles();
  const left = await within(surroundings, () => objectsUnder(objectKeys.publicSite(site.id)));
  if (left.length > 0) throw new Violation(`A site that is off has a file: ${left[0]}`, left.slice(0, 20));
}

/** Lets the schedule find switches, once under faults and once without. */
async function sweepSites(surroundings: Surroundings): Promise<void> {
  const sweep = (each: Surroundings) => start(each, 'sweep-public-files', {});
  await within(surroundings, () => sweep(surroundings).catch(() => undefined));
  await letPass(surroundings.run, 5 * minute);
  await within(surroundings, () => sweep({ ...surroundings, faults: undefined }));
}
