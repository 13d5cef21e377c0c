/** Which commands meet: if one writes what the other touches, as their calls to AWS show when each runs separately. */
import { commands } from '../../requests/all.ts';
import type { Command } from './command.ts';
import { nameOf, type Pair } from './pair.ts';
import type { Plays } from './play.ts';
import { prepare, type Reply } from './request.ts';
import type { Session } from './session.ts';
import type { Situation } from './situations.ts';
import type { Touch } from './touches.ts';

/** What one command touches, for either client. */
async function touchesOf(session: Session, command: Command, situation: Situation): Promise<Touch[]> {
  const scene = await session.scene(situation);
  const touches: Touch[] = [];
  for (const which of [0, 1] as const) {
    const plays = await session.begin(scene, undefined, (step) => touches.push(...step.touches));
    const { ground, conflicts } = scene;
    const act = await prepare(command.request(ground, ground.clients[which], which), command.name);
    await plays.run({ name: 'alone', conflicts, act });
    refuseFailure(command, plays);
    await session.end(plays);
  }
  return touches;
}

function refuseFailure({ name }: Command, plays: Plays<Reply>): void {
  const reply = plays.answers().get('alone');
  if (!reply || (reply.status ?? 0) >= 500 || reply.refused?.startsWith('INTERNAL_ERROR')) {
    throw new Error(`${name} fails when it runs alone: ${JSON.stringify(reply)}`);
  }
}

/** The commands of a pair that is named in full, or all: each of them has to run before its pairs are known. */
function commandsOf(text: string): readonly Command[] {
  const [, first, second] = /^(.+) \| (.+) \(.+\)$/.exec(text) ?? [];
  return first === undefined ? commands : commands.filter(({ name }) => name === first || name === second);
}

/**
 * The pairs with a name that contains the text, in an order that is always the same; each command also meets itself, as a rival and as a
 * duplicate. Throws, without a text, if all commands of a function touch only what no other command writes.
 */
export async function findPairs(session: Session, text = ''): Promise<Pair[]> {
  const among = commandsOf(text);
  const pairs: Pair[] = [];
  for (const situation of new Set(among.flatMap((command) => command.in))) {
    pairs.push(...(await pairsIn(session, situation, among)));
  }
  const met = new Set(pairs.flatMap((pair) => pair.commands).map(({ of }) => of));
  const apart = new Set(among.map(({ of }) => of).filter((of) => !met.has(of)));
  if (text === '' && apart.size > 0) throw new Error(`No other command meets ${[...apart].join(', ')}`);
  return pairs.filter((pair) => nameOf(pair).includes(text));
}

async function pairsIn(session: Session, situation: Situation, among: readonly Command[]): Promise<Pair[]> {
  const here: { command: Command; touches: Touch[] }[] = [];
  for (const command of among.filter((one) => one.in.includes(situation))) {
    here.push({ command, touches: await touchesOf(session, command, situation) });
  }
  return here.flatMap((first, index): Pair[] => {
    const met = here.slice(index).filter(({ touches }) => session.kinds.dependent(first.touches, touches));
    const twins = met.includes(first) ? [first] : [];
    return [
      ...twins.map(({ command }): Pair => ({ situation, commands: [command, command], kind: 'twins' })),
      ...met.map(({ command }): Pair => ({ situation, commands: [first.command, command], kind: 'rivals' })),
    ];
  });
}
