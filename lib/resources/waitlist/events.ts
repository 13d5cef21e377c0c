import type { Rule, Told } from '../../events/item.ts';

/** An entry as far as events tell of it; who has left stays for a while, so that it is told from who was notified. */
interface Entry {
  id: string;
  left_at?: string;
}

export const waitlistEntries: Rule<Entry> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'WAITLIST' && kind === 'ENTRY',

  tell(before, after, { partition: [, product_id = ''], sort: [, variant_id = ''] }) {
    const waited = isWaiting(before) ? before : undefined;
    const waits = isWaiting(after) ? after : undefined;
    if (waited?.id === waits?.id) return [];
    const told = (type: 'joined' | 'left' | 'notified', { id }: Entry): Told => ({
      type: `waitlist.${type}`,
      id,
      data: { product_id, variant_id },
    });
    return [...(waited ? [told(after ? 'left' : 'notified', waited)] : []), ...(waits ? [told('joined', waits)] : [])];
  },
};

const isWaiting = (entry: Entry | undefined): entry is Entry => entry !== undefined && entry.left_at === undefined;
