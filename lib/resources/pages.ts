/** The pages for shoppers. They are not part of the published API. */
import type { Routed, ShopperPage } from '../schema/shopper-page.ts';

/** The path that unsubscribe links in emails lead to. */
export const unsubscribePath = '/unsubscribe/';

export const unsubscribe: ShopperPage = {
  name: 'unsubscribe',
  summary:
    'Let a shopper leave all waitlists of a store, or stop emails that ask for reviews, with the link in an email',
  path: unsubscribePath,
  methods: ['GET', 'POST'],
  reach: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'SendMessage waitlist', 'GetSecretValue key'],
};

export const pages: readonly ShopperPage[] = [unsubscribe];

/** Every route of the pages. */
export const pageRoutes: readonly Routed[] = pages.flatMap(({ name, path, methods }) =>
  methods.map((method) => ({ name, method, path })),
);
