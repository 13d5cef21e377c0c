import { pagePolicy } from '../reference/head.ts';

/** What the console may load and ask, nothing written into the page included. `uploads` is the origin of signed links to the bucket. */
export const consolePolicy = (uploads: string): string =>
  pagePolicy(
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${uploads}`,
  );

/** Headers of the console besides its policy: a page that has opened it keeps no handle on its tab. */
export const consoleHeaders = { 'Cross-Origin-Opener-Policy': 'same-origin' } as const;
