/** A share of the bodies in a thread of its own, and what is left when they are done. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { streamReceiver } from '../../../../lib/objects/receive-stream.ts';
import { functionDoor, receiverDoor, startHttpDoors } from './doors.ts';
import { fuzzMultipart, type MultipartFuzzResult } from './fuzz.ts';

export interface Share {
  seed: number;
  runs: number;
}

export interface ShareResult extends MultipartFuzzResult {
  doors: string[];
  uncaught: number;
  connectionsLeft: number;
  /** Bytes, from the first tenth of the bodies to the last. */
  heapGrowth: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const { seed, runs } = workerData as Share;
let uncaught = 0;
process.on('uncaughtException', (error) => {
  uncaught += 1;
  console.error(error);
});

const http = await startHttpDoors();
const doors = [functionDoor, receiverDoor('the receiver', streamReceiver), ...http.doors];
let heapBefore = heapUsed();
const result = await fuzzMultipart(doors, { seed, runs }, (done) => {
  if (done === Math.ceil(runs / 10)) heapBefore = heapUsed();
});
const heapGrowth = heapUsed() - heapBefore;
const connectionsLeft = await http.stop();
parentPort?.postMessage({
  ...result,
  doors: doors.map(({ name }) => name),
  uncaught,
  connectionsLeft,
  heapGrowth,
} satisfies ShareResult);
process.exit();
