/** Run in a process of its own: starts as a function on Lambda does, and prints what it remembers then. */
import '../../../lib/chain/endpoint.ts';
import { memories } from '../../../lib/runtime/collections.ts';

process.stdout.write(JSON.stringify(memories().flatMap((memory) => [...memory])));
