/** What happens in a shop in a month, and which functions each of it calls. */

interface Activity {
  summary: string;
  /** Calls of functions, by their names, for one of it. */
  calls: Readonly<Record<string, number>>;
}

export const activities = {
  orders: { summary: 'orders recorded, and paid later', calls: { 'record-order': 1, 'pay-order': 1 } },
  payments: { summary: 'orders that a gift card pays', calls: { 'hold-gift-card': 1 } },
  refunds: { summary: 'refunds', calls: { 'refund-order': 1 } },
  'gift-cards': { summary: 'gift cards issued by the API and mailed', calls: { 'issue-gift-card': 1, 'send-mail': 1 } },
  reviews: { summary: 'reviews posted', calls: { 'post-review': 1 } },
  moderations: { summary: 'reviews read and hidden', calls: { 'get-review': 1, 'hide-review': 1 } },
  pages: { summary: 'product pages that list reviews', calls: { 'list-product-reviews': 1 } },
  waiting: { summary: 'shoppers who join a waitlist', calls: { 'join-waitlist': 1 } },
  notifications: {
    summary: 'shoppers told of a restock',
    calls: { 'restock-variant': 0.05, 'work-on-waitlist': 0.05, 'send-restock-mail': 1 },
  },
  addresses: {
    summary: 'addresses created, and the list read',
    calls: { 'create-customer-address': 1, 'list-customer-addresses': 1 },
  },
  photos: { summary: 'photos of gift options set', calls: { 'set-gift-option-image': 1 } },
  files: { summary: 'digital files uploaded in one request', calls: { 'upload-digital-file': 1 } },
  downloads: { summary: 'links to bought files made', calls: { 'create-download': 1 } },
} as const satisfies Readonly<Record<string, Activity>>;

export type ActivityName = keyof typeof activities;

/** How often each function is called in a month of such activities, and of calls beside them; what is never called is left out. */
export function timesOf(
  month: Readonly<Record<string, number>>,
  beside: readonly (readonly [string, number])[] = [],
): Map<string, number> {
  const all = [
    ...Object.entries<Activity>(activities).flatMap(([name, { calls }]) =>
      Object.entries(calls).map(([called, times]) => [called, times * (month[name] ?? 0)] as const),
    ),
    ...Object.entries(scheduled),
    ...beside,
  ];
  const times = new Map<string, number>();
  for (const [name, count] of all) if (count > 0) times.set(name, (times.get(name) ?? 0) + count);
  return times;
}

const minutesOfMonth = 730 * 60;

/** What the schedules always call. */
const scheduled = {
  'sweep-gift-cards': minutesOfMonth,
  'sweep-deliveries': minutesOfMonth,
  'sweep-uploads': minutesOfMonth / 15,
} as const;
