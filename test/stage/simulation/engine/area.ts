import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { World } from '../../../support/world/world.ts';
import type { SentMail } from '../run.ts';
import type { Answer, Complaint, Input, Operation } from './history.ts';
import type { Random } from './random.ts';

/** One request that a client means to make. */
export interface Step {
  /** As the contract names the function. */
  name: string;
  input: Input;
  /** All that makes it what it is: another request differs from it here. */
  identity: string;
  /** Whether it carries an idempotency key; otherwise it may safely be made again, or only reads. */
  keyed: boolean;
  send(idempotencyKey?: string): Promise<Answer>;
}

/** What can be seen once all is quiet, beside what clients were answered. */
interface Aftermath {
  mails: readonly SentMail[];
  /** Keys of all objects in the bucket, long after the last upload. */
  objects: readonly string[];
}

/**
 * Hours pass between the phases of a run, in which nothing moves. What lasts until a phase has ended in the next one.
 */
export type Phase = 1 | 2 | 3;

/** A kind of thing that clients do in a place. Every run plays each kind once at least. */
export interface Kind<P> {
  /** The contract's name of the function, which is also the name of the file. */
  name: string;
  /** How often clients choose it, in proportion to the area's other kinds. */
  weight: number;
  /** The next step of this kind, or undefined while there is nothing to do it to. */
  next(place: P, random: Random, phase: Phase): Step | undefined;
}

interface Definition<P> {
  name: string;
  /** The folder below `areas/`. What clients do there is what the files in its `steps/` export. */
  folder: string;
  /** How many clients there may be at once, where the area can judge more than a few. */
  crowd?: number;
  /** Makes the place that all clients share, and tells which of its fixtures the model begins with. */
  begin(world: World, random: Random): Promise<P>;
  /** What is wrong with what clients were answered and with what was left, or undefined. */
  judge(place: P, history: readonly Operation[], aftermath: Aftermath): Complaint | string | undefined;
  /** What is asked once all is quiet, one list after the other; what comes of one is done before the next. */
  last(place: P, mails: readonly SentMail[]): readonly (() => Step[])[];
}

/** A part of the service in a simulation: what clients do there, and a model of what must be true, from the specification alone. */
export interface Area {
  name: string;
  folder: string;
  crowd?: number;
  /** Imports its steps: before a run begins, since an import takes no turn of the scheduler. */
  load(): Promise<unknown>;
  begin(world: World, random: Random): Promise<Playground>;
}

/** An area in one run. */
export interface Playground {
  kinds: readonly { name: string; weight: number; next(random: Random, phase: Phase): Step | undefined }[];
  judge(history: readonly Operation[], aftermath: Aftermath): Complaint | string | undefined;
  last(mails: readonly SentMail[]): readonly (() => Step[])[];
}

/** Declares an area, whose steps share a place of a type of its own. */
export function area<P>({ begin, judge, last, ...rest }: Definition<P>): Area {
  let loaded: Promise<Kind<P>[]> | undefined;
  const load = () => {
    loaded ??= kindsIn<P>(rest.folder);
    return loaded;
  };
  return { ...rest, load, begin: beginning };

  async function beginning(world: World, random: Random): Promise<Playground> {
    const [place, kinds] = [await begin(world, random), await load()];
    return {
      kinds: kinds.map(({ next, ...kind }) => ({ ...kind, next: (choices, phase) => next(place, choices, phase) })),
      judge: (history, aftermath) => judge(place, history, aftermath),
      last: (mails) => last(place, mails),
    };
  }
}

/** The kinds of steps that an area's files export, in the order of the files. */
async function kindsIn<P>(folder: string): Promise<Kind<P>[]> {
  const modules = await Promise.all(
    stepsOf(folder).map(
      (name) => import(/* @vite-ignore */ pathToFileURL(join(stepsFolder(folder), `${name}.ts`)).href),
    ),
  );
  return modules.flatMap((module) => Object.values(module).filter((exported) => isKind<P>(exported)));
}

const isKind = <P>(exported: unknown): exported is Kind<P> =>
  typeof exported === 'object' && exported !== null && 'next' in exported;

const stepsFolder = (folder: string): string => join(import.meta.dirname, '../areas', folder, 'steps');

/** The functions that an area's files are named after. */
export const stepsOf = (folder: string): string[] =>
  readdirSync(stepsFolder(folder))
    .map((file) => basename(file, '.ts'))
    .toSorted();
