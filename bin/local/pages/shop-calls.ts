/** The calls with a shopper token, behind what the distribution does for them on AWS. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { gateway } from '../../../lib/gateway/gateway.ts';
import type { Mount } from '../../../lib/gateway/mounts.ts';
import { router } from '../../../lib/gateway/routes.ts';
import { shopRoutes } from '../../../lib/resources/shop-calls.ts';
import { viewerAddressHeader, viewerHostHeader } from '../../../lib/schema/viewer.ts';
import { runRoute } from '../functions.ts';

const routeOf = router(shopRoutes);

export const shopCalls: Mount = {
  ...gateway(shopRoutes, (name, event) => runRoute(name, withViewer(event))),
  // The function judges the origin: it may be the one of any site of the store.
  pages: 'every',
  handles: (method, path) => routeOf(method, path) !== undefined,
};

/** The event with the address and the host of the caller, over anything that the caller wrote there. */
function withViewer(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  const { identity, domainName = '' } = event.requestContext;
  const seen = { [viewerAddressHeader]: identity.sourceIp, [viewerHostHeader]: domainName };
  const others = <T>(headers: Record<string, T>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !(name.toLowerCase() in seen)));
  return {
    ...event,
    headers: { ...others(event.headers), ...seen },
    multiValueHeaders: {
      ...others(event.multiValueHeaders),
      ...Object.fromEntries(Object.entries(seen).map(([name, value]) => [name, [value]])),
    },
  };
}
