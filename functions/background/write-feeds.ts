import { scheduledFunction } from '../../lib/chain/background.ts';
import { writeFeeds } from '../../lib/work/write-feeds.ts';

export const handler = scheduledFunction('write-feeds', writeFeeds);
