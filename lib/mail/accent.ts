/** The colour of a site in its mails, where it can be read. */
import { isColor } from '../schema/values.ts';

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5;

/** The colour where it has enough contrast to the other one, else `fallback`. Colours are `#rrggbb`. */
export const accentOn = (background: string, color: string | null, fallback: string): string =>
  color !== null && isColor(color) && contrast(color, background) >= leastContrast ? color : fallback;

/** Contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, "relative luminance". */
const luminanceOf = (color: string): number =>
  0.2126 * linear(color.slice(1, 3)) + 0.7152 * linear(color.slice(3, 5)) + 0.0722 * linear(color.slice(5, 7));

function linear(hexadecimal: string): number {
  const share = Number.parseInt(hexadecimal, 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
