/** Loaded before a program (`NODE_OPTIONS=--import`), it moves the program's clock by so many hours (`HOURS_AHEAD`). */
import { startClock } from '../../bin/local/clock.ts';

startClock({ at: Date.now() + Number(process.env.HOURS_AHEAD) * 3_600_000, file: undefined });
