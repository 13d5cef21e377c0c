import { pagePolicy } from '../reference/head.ts';

/** What the hosted pages may load and ask, nothing written into a page included. Pictures of products are on the hosts of the shop. */
export const hostedPagesPolicy = pagePolicy(
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https:",
  "connect-src 'self'",
);

/** Headers of the hosted pages besides their policy. A page that has opened one keeps no handle on its tab. */
export const hostedPagesHeaders = {
  'Cache-Control': 'public, max-age=300',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;
