/** Looks at every state that a model can come to, breadth first: the way to the first wrong one is a shortest. */

export interface Move<S> {
  /** Who does what. */
  who: string;
  what: string;
  state: S;
}

interface Model<S> {
  initial: readonly S[];
  /** Every move that is possible in a state. */
  next(state: S): readonly Move<S>[];
  /** What must not be, where a state is so. */
  wrong(state: S): string | undefined;
}

interface Explored<S> {
  states: number;
  moves: number;
  /** A shortest way to a state that must not be, and what is wrong with it. */
  counterexample?: { wrong: string; way: readonly Move<S>[] };
}

interface Seen<S> {
  state: S;
  from?: Seen<S>;
  move?: Move<S>;
}

/** Every state that can be reached, or a shortest way to a wrong one. */
export function explore<S>({ initial, next, wrong }: Model<S>): Explored<S> {
  const seen = new Set<string>();
  const queue: Seen<S>[] = [];
  const add = (found: Seen<S>): void => {
    const { size } = seen;
    if (seen.add(JSON.stringify(found.state)).size > size) queue.push(found);
  };
  for (const state of initial) add({ state });
  let moves = 0;
  for (let index = 0; index < queue.length; index += 1) {
    const found = queue[index] as Seen<S>;
    const complaint = wrong(found.state);
    if (complaint) return { states: seen.size, moves, counterexample: { wrong: complaint, way: wayTo(found) } };
    for (const move of next(found.state)) {
      moves += 1;
      add({ state: move.state, from: found, move });
    }
  }
  return { states: seen.size, moves };
}

function wayTo<S>(found: Seen<S>): Move<S>[] {
  const way: Move<S>[] = [];
  for (let at: Seen<S> | undefined = found; at?.move; at = at.from) way.unshift(at.move);
  return way;
}

const store = 'The table';

/** A way through a model as a sequence diagram in Mermaid. */
export function diagramOf<S>(way: readonly Move<S>[], wrong: string): string {
  const others = [...new Set(way.map(({ who }) => who))];
  const lines = way.map(({ who, what }) => `  ${who.replace(' ', '')}->>Table: ${what}`);
  return [
    'sequenceDiagram',
    ...others.map((who) => `  participant ${who.replace(' ', '')} as ${who}`),
    `  participant Table as ${store}`,
    ...lines,
    `  Note over Table: ${wrong}`,
  ].join('\n');
}
