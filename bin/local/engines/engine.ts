import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A server on loopback that replaces one of AWS's services. */
export interface Engine {
  endpoint: string;
  stop(): Promise<unknown>;
}

/** An engine that a child process runs until the pipe to its standard input closes; calls `onCrash` if it ends before `stop`. */
export function engineOf(child: ChildProcess, endpoint: string, onCrash: () => void): Engine {
  const ended = once(child, 'exit');
  let isStopping = false;
  child.once('exit', () => isStopping || onCrash());
  child.stdin?.on('error', () => undefined);
  return {
    endpoint,
    stop() {
      isStopping = true;
      child.stdin?.end();
      return ended;
    },
  };
}
