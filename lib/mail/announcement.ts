import type { Write } from '../table/items.ts';
import type { Mail } from './send.ts';

/**
 * The state of a message: what it announces is not committed (yet), its mail is sent or not needed, or its mail is due. Write `sent` after
 * sending it.
 */
export type Announcement = { state: 'uncommitted' } | { state: 'done' } | { state: 'due'; mail: Mail; sent: Write[] };
