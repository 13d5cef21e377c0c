import type { Write } from '../table/items.ts';
import type { Mail } from './send.ts';

/**
 * What a message has come to: nothing has been committed that it announces (yet), its mail has been sent or need not be,
 * or its mail is due; `sent` is then written when it has gone out.
 */
export type Announcement = { state: 'uncommitted' } | { state: 'done' } | { state: 'due'; mail: Mail; sent: Write[] };
