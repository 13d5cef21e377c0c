/** The client of the Store Commerce API. */
import { type Groups, routes } from './api.ts';
import { begun } from './call.ts';
import { type Envelope, List } from './list.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import type { Route } from './route.ts';
import { Sender } from './sender.ts';

export type * from './api.ts';
export type { Answer, Call, ResponseInfo } from './call.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  StoreCommerceError,
  TimeoutError,
} from './errors.ts';
export type { List, Page } from './list.ts';
export type { CallOptions, ClientOptions } from './options.ts';

/**
 * A store, as its API key lets a program see it. Every call takes effect once: what it sends again after a lost answer carries
 * the idempotency key of its first attempt.
 */
export class StoreCommerce implements Groups {
  readonly customerAddresses: Groups['customerAddresses'];
  readonly giftOptions: Groups['giftOptions'];
  readonly reviews: Groups['reviews'];
  readonly giftCards: Groups['giftCards'];
  readonly waitlist: Groups['waitlist'];
  readonly digitalFiles: Groups['digitalFiles'];

  constructor(options: ClientOptions) {
    const sender = new Sender(options);
    this.customerAddresses = groupOf('customerAddresses', sender);
    this.giftOptions = groupOf('giftOptions', sender);
    this.reviews = groupOf('reviews', sender);
    this.giftCards = groupOf('giftCards', sender);
    this.waitlist = groupOf('waitlist', sender);
    this.digitalFiles = groupOf('digitalFiles', sender);
  }
}

/** The methods of a group, made from their routes, which say as much at run time as their types do before. */
function groupOf<Name extends keyof Groups>(name: Name, sender: Sender): Groups[Name] {
  const group = Object.entries<Route>(routes[name]).map(([method, route]) => [method, methodOf(route, sender)]);
  return Object.fromEntries(group);
}

function methodOf(route: Route, sender: Sender) {
  const ids = route.path.split('{').length - 1;
  return (...args: unknown[]) => {
    const given = args.slice(0, ids);
    const rest = args.slice(ids);
    const input = route.input && (rest.shift() ?? {});
    const [options] = rest as [CallOptions?];
    if (!route.isList) return begun(sender.send(route, given, route.input ? { [route.input]: input } : {}, options));
    return new List((after) => {
      const query = { ...Object(input), ...(after !== undefined && { after }) };
      return sender.send<Envelope<unknown>>(route, given, { query }, options);
    });
  };
}
