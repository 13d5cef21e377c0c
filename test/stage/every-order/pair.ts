/** Two commands at the same time: every order of their calls, and the death of either after each that took effect. */
import { seeded } from '../engine/random.ts';
import type { Command } from './command.ts';
import { explore, type Program, playAtRandom } from './explore.ts';
import { findingsIn } from './invariants.ts';
import { commandOf, judge, lastOfEach } from './judgement.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { Agent, CallStep, Death, Plays } from './play.ts';
import { prepare, type Reply } from './request.ts';
import type { Delivery, Scene, Session } from './session.ts';
import type { Situation } from './situations.ts';

/** Rivals ask for different things of the same entity; duplicates are one request that is made twice at once. */
export type Kind = 'rivals' | 'twins';

export interface Pair {
  situation: Situation;
  commands: readonly [Command, Command];
  kind: Kind;
}

export interface PairViolation {
  pair: string;
  /** Who dies after which of its effects; undefined if no agent dies. */
  death: string | undefined;
  what: string;
  /** The calls, in their order. */
  order: readonly string[];
  evidence: readonly string[];
}

export interface PairOutcome {
  /** Played because each differs from all others. */
  orders: number;
  /** Dropped: seen and not played, at least so many. */
  left: number;
  /** Drawn by the seed, if some were dropped. */
  sampled: number;
  deaths: number;
  /** Orders in which a list showed what was true at several moments. */
  lists: number;
  /** Orders in which two who deleted the same at once both got the reply that it is gone. */
  deletions: number;
  violations: PairViolation[];
}

export const nameOf = ({ situation, commands: [first, second], kind }: Pair): string =>
  `${first.name} | ${kind === 'twins' ? 'its twin' : second.name} (${situation})`;

export interface Thoroughness {
  /** Orders that are played for each death, and for none; where there are more, others are drawn. */
  orders: number;
  /** How many are drawn, and from what. */
  samples: number;
  seed: number;
}

/** Plays a pair with each death and with none. Each stops at its first violation. */
export async function playPair(session: Session, pair: Pair, thoroughness: Thoroughness): Promise<PairOutcome> {
  const player = await Player.of(session, pair);
  const total = await player.explore(undefined, thoroughness);
  for (const death of deathsOf(player, pair)) {
    const outcome = await player.explore(death, thoroughness);
    for (const count of ['orders', 'left', 'sampled', 'deaths', 'lists', 'deletions'] as const)
      total[count] += outcome[count];
    total.violations.push(...outcome.violations);
  }
  return total;
}

/**
 * One that dies before any effect leaves everything as it was. The caller of a function without a route comes
 * again, as queues and schedules do; an endpoint's client may as well leave it at that.
 */
function deathsOf(player: Player, { kind, commands }: Pair): Death<Reply>[] {
  const victims = kind === 'twins' ? (['first'] as const) : (['first', 'second'] as const);
  return victims.flatMap((of, index) => {
    const effects = player.effectsOf(of);
    const deaths = Array.from({ length: effects }, (_, before) => ({ of, afterEffect: before + 1 }));
    // After its last effect all is done, whether anybody comes again or not.
    const left = commands[index]?.endpoint ? deaths.slice(0, -1) : [];
    return [...deaths.map((death) => ({ ...death, successor: player.again(of) })), ...left];
  });
}

type Name = 'first' | 'second';

/** What was seen of a play. */
interface Sight {
  findings: string[];
  outcome: Outcome;
}

class Player {
  readonly #session: Session;
  readonly #pair: Pair;
  readonly #scene: Scene;
  readonly #agents: Readonly<Record<Name, Agent<Reply>>>;
  readonly #effects = new Map<Name, number>();
  #serially: readonly Sight[] | undefined;
  #lists = 0;
  #deletions = 0;

  static async of(session: Session, pair: Pair): Promise<Player> {
    const { commands, kind, situation } = pair;
    const scene = await session.scene(situation);
    const { ground, conflicts } = scene;
    const [client, other] = ground.clients;
    const request = commands[0].request(ground, client, 0);
    const second = kind === 'twins' ? request : commands[1].request(ground, other, 1);
    return new Player(session, pair, scene, {
      first: { name: 'first', conflicts, act: await prepare(request, 'first') },
      second: { name: 'second', conflicts, act: await prepare(second, kind === 'twins' ? 'first' : 'second') },
    });
  }

  private constructor(session: Session, pair: Pair, scene: Scene, agents: Record<Name, Agent<Reply>>) {
    this.#session = session;
    this.#pair = pair;
    this.#scene = scene;
    this.#agents = agents;
  }

  /** How many calls of an agent took effect, at most. */
  effectsOf(name: Name): number {
    return this.#effects.get(name) ?? 0;
  }

  again(name: Name): Agent<Reply> {
    return { ...this.#agents[name], name: `${name} again` };
  }

  async explore(death: Death<Reply> | undefined, { orders, samples, seed }: Thoroughness): Promise<PairOutcome> {
    const { first, second } = this.#agents;
    this.#serially ??= await this.#outcomesOf([
      [first, second],
      [second, first],
    ]);
    const withDeath = death && (await this.#outcomesOf(this.#serialOrders(death), death.of));
    const violations: PairViolation[] = [];
    const program: Program<CallStep, Plays<Reply>> = {
      begin: async () => {
        const plays = await this.#session.begin(this.#scene, death);
        await plays.start([first, second]);
        return plays;
      },
      dependent: (a, b) => this.#session.kinds.dependent(a.touches, b.touches) || mayCutOff(death, a, b),
      end: async (plays, order) => {
        for (const name of ['first', 'second'] as const) {
          this.#effects.set(name, Math.max(this.effectsOf(name), plays.effectsOf(name)));
        }
        const expected = plays.hasDied ? withDeath : this.#serially;
        const wrong = this.#judge(await this.#see(plays, plays.hasDied ? death?.of : undefined), expected ?? []);
        if (!wrong) return true;
        violations.push({
          ...{ pair: nameOf(this.#pair), death: plays.hasDied ? described(death) : undefined, what: wrong.what },
          order: order.map(({ name }) => this.#scene.readable(name)),
          evidence: wrong.evidence.map(this.#scene.readable),
        });
        return false;
      },
    };
    this.#lists = 0;
    this.#deletions = 0;
    const explored = await explore(program, orders);
    const isToBeSampled = explored.left > 0 && violations.length === 0;
    const sampled = isToBeSampled ? await playAtRandom(program, seeded(seed).below, samples) : 0;
    return { ...explored, sampled, deaths: death ? 1 : 0, lists: this.#lists, deletions: this.#deletions, violations };
  }

  /** One after the other: who died may have done all of it, at any time before its client came again, or nothing. */
  #serialOrders({ of, successor: again }: Death<Reply>): Agent<Reply>[][] {
    const died = this.#agents[of as Name];
    const other = this.#agents[of === 'first' ? 'second' : 'first'];
    if (!again) return [[died, other], [other, died], [other]];
    return [
      [died, again, other],
      [died, other, again],
      [other, died, again],
      [again, other],
      [other, again],
    ];
  }

  /** What comes of agents one after the other; what they queue is delivered in its order, and the last one first: SQS keeps none. */
  async #outcomesOf(orders: readonly (readonly Agent<Reply>[])[], unheard?: string): Promise<Sight[]> {
    const outcome = async (order: readonly Agent<Reply>[], delivery?: Delivery) => {
      const plays = await this.#session.begin(this.#scene);
      for (const agent of order) await plays.run(agent);
      const queued = plays.outbox.messages.length;
      const sight = await this.#see(plays, unheard, delivery);
      if (sight.findings.length > 0) {
        throw new Error(`${nameOf(this.#pair)}, one after the other: ${sight.findings.join('; ')}`);
      }
      return { sight, queued };
    };
    const sights = await inTurn(orders, async (order) => {
      const { sight, queued } = await outcome(order);
      return queued > 1 ? [sight, (await outcome(order, 'last one first')).sight] : [sight];
    });
    return sights.flat();
  }

  #judge({ findings, outcome }: Sight, expected: readonly Sight[]) {
    if (findings.length > 0) return { what: 'What must always hold does not', evidence: findings };
    const verdict = judge(
      outcome,
      expected.map((sight) => sight.outcome),
      this.#pair.commands,
    );
    if (typeof verdict === 'object') return verdict;
    if (verdict === 'lists') this.#lists += 1;
    if (verdict === 'deletions') this.#deletions += 1;
    return undefined;
  }

  #readersOf(replies: ReadonlyMap<string, Reply>): Set<string> {
    return new Set([...replies.keys()].filter((name) => commandOf(name, this.#pair.commands).isReading));
  }

  /** SES knows no key: a message that SQS delivers to two at once is sent by both before either has marked it as sent. */
  #isDeliveredToTwo(): boolean {
    return this.#pair.commands.every(({ name }) => /^send-(?:restock-)?mail/.test(name));
  }

  /** `unheard`: who dies, so that its answer is lost; an email may then go out twice, and the last one counts. */
  async #see(plays: Plays<Reply>, unheard?: string, delivery?: Delivery): Promise<Sight> {
    const contents = await this.#session.end(plays, delivery);
    const replies = plays.answers();
    if (unheard !== undefined) replies.delete(unheard);
    const { mails } = plays.outbox;
    const sent = unheard || this.#isDeliveredToTwo() ? lastOfEach(mails) : mails;
    return {
      findings: findingsIn(contents),
      outcome: outcomeOf({ replies, readers: this.#readersOf(replies), contents, mails: sent }, this.#scene.known),
    };
  }
}

const described = (death: Death<Reply> | undefined): string | undefined =>
  death && `the ${death.of} dies after effect ${death.afterEffect}${death.successor ? '' : ' and is left at that'}`;

/** Where a death follows the one, its function never makes the other call. */
const mayCutOff = (death: Death<Reply> | undefined, a: CallStep, b: CallStep): boolean =>
  death !== undefined && a.agent === death.of && b.agent === death.of && (a.takesEffect || b.takesEffect);

async function inTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}
