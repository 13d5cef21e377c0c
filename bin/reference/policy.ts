import { firstScriptSource } from './first-script.ts';

/** Nothing but what is named; no page of another origin frames it. */
export function pagePolicy(...allowed: readonly string[]): string {
  return ["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join(
    '; ',
  );
}

/** Scripts, fonts and requests of the pages' own host alone; diagrams bring their styles with them. */
export const docsPolicy = pagePolicy(
  `script-src 'self' ${firstScriptSource}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
);
