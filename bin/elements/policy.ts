import { pagePolicy } from '../reference/head.ts';

/** The policy of the script, in case a browser opens it as a page: it loads and runs nothing. */
export const elementsPolicy = pagePolicy('sandbox');

/** Headers of the script besides its policy. Pages of every origin may load it; after 5 minutes a browser checks for a newer one. */
export const elementsHeaders = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'public, max-age=300',
} as const;
