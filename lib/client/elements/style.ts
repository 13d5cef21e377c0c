/** Puts the style sheets into a page. */
import { inside, stars } from './style-sheet.ts';

let sheets: { inside: CSSStyleSheet; stars: CSSStyleSheet } | undefined;

/** Made by script, so that a page needs no `'unsafe-inline'` in its policy. */
const sheetOf = (text: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
};

// Not when the module is loaded: a server that renders the page loads it too.
const madeSheets = () => {
  sheets ??= { inside: sheetOf(inside), stars: sheetOf(stars) };
  return sheets;
};

export const styleInside = (root: ShadowRoot): void => {
  root.adoptedStyleSheets = [madeSheets().inside];
};

/** Colors the stars in the document or the shadow tree that an element is in. */
export function styleAround(element: Element): void {
  const root = element.getRootNode();
  const sheet = madeSheets().stars;
  if ((root instanceof Document || root instanceof ShadowRoot) && !root.adoptedStyleSheets.includes(sheet)) {
    root.adoptedStyleSheets.push(sheet);
  }
}
