/** What is wrong with a page as a browser shows it: run inside the page. */
import { type Colour, contrast } from './contrast.ts';

/** Contrast that text needs (WCAG 2.2, 1.4.3). */
const enough = 4.5;

export function pageFaults(): string[] {
  const { scrollWidth } = document.documentElement;
  const sideways = scrollWidth > innerWidth ? [`${scrollWidth} pixels wide where ${innerWidth} are shown`] : [];
  const backgrounds = new Map<Element, Colour>();
  const faults = [...document.body.querySelectorAll('*')].flatMap((element) => contrastFault(element, backgrounds));
  return [...sideways, ...new Set(faults)];
}

function contrastFault(element: Element, backgrounds: Map<Element, Colour>): string[] {
  const hasText = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
  if (!hasText || element.closest('style, script, noscript') || !element.checkVisibility()) return [];
  const style = getComputedStyle(element);
  const text = coloursIn(element instanceof SVGElement ? style.fill : style.color);
  const ratio = text && contrast(text, backgroundOf(element, backgrounds));
  if (ratio === undefined || ratio >= enough) return [];
  return [
    `${ratio.toFixed(2)}:1 for ${element.tagName} .${element.getAttribute('class')} ${element.textContent?.trim().slice(0, 30)}`,
  ];
}

/** The color behind an element: its own, or that of the nearest element around it. `known` keeps what was found. */
function backgroundOf(element: Element | null, known: Map<Element, Colour>): Colour {
  if (!element) return [255, 255, 255, 1];
  const found = known.get(element);
  if (found) return found;
  const own = coloursIn(getComputedStyle(element).backgroundColor);
  const background = own?.[3] === 1 ? own : backgroundOf(element.parentElement, known);
  known.set(element, background);
  return background;
}

/** `rgb(1, 2, 3)`, or `color(srgb 0.1 0.2 0.3 / 0.5)` as mixed colors are computed. */
function coloursIn(text: string): Colour | undefined {
  const [red, green, blue, alpha = 1] = (text.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  const scale = text.startsWith('color(') ? 255 : 1;
  return [red * scale, green * scale, blue * scale, alpha];
}
