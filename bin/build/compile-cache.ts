/** Loaded before a program (`node --import`): keeps what Node compiles, types stripped, for the next start. */
import { enableCompileCache } from 'node:module';

enableCompileCache();
