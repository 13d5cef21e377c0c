/** What the functions use of their grants, and write without a condition: kept by each process of a run, and looked at when all tests have run. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accesses, type Grant, grantsOf } from '../../../infra/grants.ts';
import type { Need } from './needs.ts';

/** `function action target`. */
const used = new Set<string>();
const refused = new Set<string>();
/** Kinds of items. */
const unconditional = new Set<string>();

/** Keeps what a function has asked for, and whether it may have it. */
export const note = (name: string, { action, target }: Need, isPermitted: boolean): unknown =>
  (isPermitted ? used : refused).add(`${name} ${action} ${target}`);

/** Keeps that an item of a kind has been written, whatever was there. */
export const noteUnconditional = (kind: string): unknown => unconditional.add(kind);

/** A target as a call's needs name it. */
export function textOf(target: Grant['targets'][number]): string {
  if ('table' in target) return target.index ? `${target.table}/${target.index}` : target.table;
  if ('objects' in target) return `${target.objects}/`;
  if ('role' in target) return target.role;
  return 'queue' in target ? target.queue : Object.keys(target).join();
}

const folder = (): string => join(process.env.TEST_FOLDER ?? '', 'used-grants');

/** Leaves what this process has used so far to the end of the run, where there is one that looks. */
export function keepUsed(): void {
  if (process.env.TEST_FOLDER === undefined) return;
  mkdirSync(folder(), { recursive: true });
  writeFileSync(
    join(folder(), `${process.pid}.json`),
    JSON.stringify({ used: [...used], refused: [...refused], unconditional: [...unconditional] }),
  );
}

/**
 * Over all processes of the run: what was refused, what is granted, each action on each thing by itself, and was not used, and
 * what was written without a condition.
 */
export function lookAtGrants(): { refused: string[]; unused: string[]; unconditional: string[] } {
  const files = readdirSync(folder()).map((file) => readFileSync(join(folder(), file), 'utf8'));
  const kept = files.map((text) => JSON.parse(text) as Record<'used' | 'refused' | 'unconditional', string[]>);
  const inRun = new Set(kept.flatMap((each) => each.used));
  return {
    refused: [...new Set(kept.flatMap((each) => each.refused))],
    unconditional: [...new Set(kept.flatMap((each) => each.unconditional))],
    unused: [...accesses].flatMap(([name, access]) =>
      granted(name, grantsOf(access)).filter((each) => !inRun.has(each)),
    ),
  };
}

/** Without what Lambda does by the role to fetch a function's work. */
const granted = (name: string, grants: readonly Grant[]): string[] =>
  grants
    .filter(({ sid, effect }) => !sid.startsWith('Consume') && effect !== 'Deny')
    .flatMap(({ actions, targets }) =>
      actions.flatMap((action) => targets.map((target) => `${name} ${action} ${textOf(target)}`)),
    );
