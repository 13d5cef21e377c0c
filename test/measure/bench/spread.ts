/** Figures of several runs: their median, and how far they are apart. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? Number.NaN;
  return { median: at(Math.floor(sorted.length / 2)), least: at(0), most: at(sorted.length - 1) };
}

/** `70 (65–91)`. */
export const spreadText = ({ median, least, most }: Spread): string =>
  `${Math.round(median)} (${Math.round(least)}–${Math.round(most)})`;
