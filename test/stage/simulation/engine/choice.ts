/** What clients do next: every kind of step once, whatever the seed; beyond that what is in fashion in the run. */
import type { Phase, Playground, Step } from './area.ts';
import type { Random } from './random.ts';

type Kind = Playground['kinds'][number];

interface Offer<D> {
  done: D;
  kind: Kind;
}

/** A step, and where it is done. */
interface Chosen<D> {
  done: D;
  step: Step;
}

export interface Choice<D> {
  /** Some kinds come into fashion and are mostly chosen from now on, so that in each run others meet often. */
  changeFashion(random: Random): void;
  /** The kinds that have not been played yet, by their functions. */
  left(): string[];
  /** `rate`: how likely a kind is chosen that has not been played yet, where there is one. */
  next(random: Random, phase: Phase, rate: number): Chosen<D>;
}

export function choiceAmong<D extends { playground: Playground }>(played: readonly D[]): Choice<D> {
  const offers = played.flatMap((done) => done.playground.kinds.map((kind): Offer<D> => ({ done, kind })));
  const due = new Set(offers);
  const fashion = new Map<Kind, number>();
  const weightOf = (kind: Kind): number => kind.weight * (fashion.get(kind) ?? 1);

  const taken = (among: Offer<D>[], random: Random, phase: Phase, weight: (kind: Kind) => number) => {
    const left = [...among];
    while (left.length > 0) {
      const offer = left.splice(
        drawn(left, random, ({ kind }) => weight(kind)),
        1,
      )[0];
      const step = offer?.kind.next(random, phase);
      if (!offer || !step) continue;
      due.delete(offer);
      return { done: offer.done, step };
    }
    return undefined;
  };

  /** Something in an area where a kind is still to be played, any of them alike: sooner or later it becomes possible. */
  const towardsDue = (): Offer<D>[] => {
    const areas = new Set([...due].map(({ done }) => done));
    return offers.filter(({ done }) => areas.has(done));
  };

  return {
    changeFashion(random) {
      const favoured = random.pick([0.25, 0.5, 1]);
      for (const { kind } of offers) fashion.set(kind, random.chance(favoured) ? 1 : unfavoured);
    },
    left: () => [...due].map(({ kind }) => kind.name),
    next(random, phase, rate) {
      const seeksDue = due.size > 0 && random.chance(rate);
      const place = random.among(played);
      const chosen =
        (seeksDue ? taken([...due], random, phase, alike) : undefined) ??
        (seeksDue && rate === 1 ? taken(towardsDue(), random, phase, alike) : undefined) ??
        taken(
          offers.filter(({ done }) => done === place),
          random,
          phase,
          weightOf,
        );
      if (!chosen) throw new Error('Nothing can be done in an area: one of its kinds must always have a next step');
      return chosen;
    },
  };
}

const alike = (): number => 1;

const unfavoured = 0.05;

/** The place of one of several, in proportion to their weights. */
function drawn<T>(from: readonly T[], random: Random, weightOf: (one: T) => number): number {
  const total = from.reduce((sum, one) => sum + weightOf(one), 0);
  let left = (random.below(1_000_000) / 1_000_000) * total;
  const found = from.findIndex((one) => {
    left -= weightOf(one);
    return left < 0;
  });
  return found < 0 ? from.length - 1 : found;
}
