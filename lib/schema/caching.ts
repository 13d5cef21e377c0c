/** Of every reply: it may hold codes, addresses and links, so neither a browser nor anything on the way keeps it. */
export const neverStored = { 'Cache-Control': 'no-store' } as const;
