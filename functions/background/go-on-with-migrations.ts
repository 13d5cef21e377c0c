import { scheduledFunction } from '../../lib/chain/background.ts';
import { resumeMigrations } from '../../lib/work/migrate.ts';

export const handler = scheduledFunction('go-on-with-migrations', resumeMigrations);
