/** What clients do next: every step of step once, for any seed; beyond that what is in fashion in the run. */
import type { Phase, Playground } from '../../requests/table.ts';
import type { Random } from './random.ts';
import type { Request } from './requests.ts';

type Step = Playground['steps'][number];

interface Offer<D> {
  done: D;
  step: Step;
}

/** A request, and where it is done. */
interface Chosen<D> {
  done: D;
  request: Request;
}

export interface Choice<D> {
  /** Some steps come into fashion and are mostly chosen from now on, so that in each run others meet often. */
  changeFashion(random: Random): void;
  /** The steps that have not been played yet, by their functions. */
  left(): string[];
  /** `rate`: how likely a step is chosen that has not been played yet, where there is one. */
  next(random: Random, phase: Phase, rate: number): Chosen<D>;
}

export function choiceAmong<D extends { playground: Playground }>(played: readonly D[]): Choice<D> {
  const offers = played.flatMap((done) => done.playground.steps.map((step): Offer<D> => ({ done, step })));
  const due = new Set(offers);
  const fashion = new Map<Step, number>();
  const weightOf = (step: Step): number => step.weight * (fashion.get(step) ?? 1);

  const taken = (among: Offer<D>[], random: Random, phase: Phase, weight: (step: Step) => number) => {
    const left = [...among];
    while (left.length > 0) {
      const offer = left.splice(
        drawn(left, random, ({ step }) => weight(step)),
        1,
      )[0];
      const request = offer?.step.next(random, phase);
      if (!offer || !request) continue;
      due.delete(offer);
      return { done: offer.done, request };
    }
    return undefined;
  };

  /** Something in an area where a step is still to be played, any of them alike: sooner or later it becomes possible. */
  const towardsDue = (): Offer<D>[] => {
    const areas = new Set([...due].map(({ done }) => done));
    return offers.filter(({ done }) => areas.has(done));
  };

  return {
    changeFashion(random) {
      const favoured = random.pick([0.25, 0.5, 1]);
      for (const { step } of offers) fashion.set(step, random.chance(favoured) ? 1 : unfavoured);
    },
    left: () => [...due].map(({ step }) => step.name),
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
      if (!chosen) throw new Error('Nothing can be done in an area: one of its steps must always have a next step');
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
