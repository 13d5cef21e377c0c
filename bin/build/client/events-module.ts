/** The package's own module of the types of events, in place of `lib/client/events.ts`. */
import { deliveredTypes, deliverySchemaOf } from '../../reference/asyncapi/event-schemas.ts';
import { commentOf, declarationOf } from './types.ts';

/** Its source in TypeScript. */
export function eventsModule(): string {
  const names = deliveredTypes.map((type) => [type, nameOf(type)] as const);
  const all = names.map(([, name]) => `\n  | ${name}`).join('');
  return [
    ...names.map(([type, name]) => declarationOf(name, deliverySchemaOf(type))),
    `${commentOf('Every event, told apart by its `type`.')}export type StoreCommerceEvent =${all};\n`,
  ].join('\n');
}

/** `GiftCardIssuedEvent` for `gift_card.issued`. */
const nameOf = (type: string): string =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
