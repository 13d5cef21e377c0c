import type { Move } from './explore.ts';

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
