/** Every batch is of two: no page, portion or round is ever the only one. */
import { resize } from './batches.ts';

resize(() => 2);
