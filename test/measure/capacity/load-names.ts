/** Loads by name: known before there are tables to record them on. */
export const loadNames = ['orders', 'joins', 'rush', 'reviews', 'addresses', 'reads', 'uploads'] as const;

export type LoadName = (typeof loadNames)[number];
