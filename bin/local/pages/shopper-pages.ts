/** The pages that emails lead shoppers to, which run behind the API's gateway on AWS. */
import { gateway } from '../../../lib/gateway/gateway.ts';
import type { Mount } from '../../../lib/gateway/mounts.ts';
import { router } from '../../../lib/gateway/routes.ts';
import { pageRoutes } from '../../../lib/resources/pages.ts';
import { runRoute } from '../functions.ts';

const routeOf = router(pageRoutes);

export const shopperPages: Mount = {
  ...gateway(pageRoutes, runRoute),
  // The token of the link admits a request, from an email program too; a page that keeps its address to itself has no origin.
  pages: 'every',
  handles: (method, path) => routeOf(method, path) !== undefined,
};
