/** Words that many fields share. */

export const createdAt = 'When it was created, in UTC and whole seconds. Never changes.';

/** The envelope of a list. */
export const envelope = (item: string, order: string) => ({
  data: `The page of ${item}, ${order}; empty where none match.`,
  has_more:
    'Whether another page follows. If `true`, ask for it with `after` set to the `id` of the last item of `data`.',
});

/** The parameters of a page. */
export const pageWords = (item: string, { usual = 10 } = {}) => ({
  after: `Cursor: the \`id\` of the last ${item} of the previous page. Leave it out for the first page.`,
  limit: `How many to return at most: 1 to 100, ${usual} where it is left out.`,
});

export const storeId =
  'The store to act for. Whoever may invoke the function may act for every store of the deployment.';
