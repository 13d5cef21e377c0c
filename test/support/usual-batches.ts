/** Every batch has the service's own size: no transaction is larger than DynamoDB takes. */
import { resize, usualSize } from './batches.ts';

resize(usualSize);
