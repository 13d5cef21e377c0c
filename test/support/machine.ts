/** What the system reports about other processes: in `/proc` on Linux, through `ps` elsewhere. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

interface Machine {
  childrenOf(pid: number): number[];
  /** Its state as one letter, or undefined if there is no such process. */
  stateOf(pid: number): string | undefined;
  /** Kilobytes that it keeps in memory now. */
  kilobytesOf(pid: number): number;
  /** And those that it has kept at most; where the system remembers no such thing, what it keeps now. */
  mostKilobytesOf(pid: number): number;
}

export const inProc: Machine = {
  childrenOf: (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  stateOf: (pid) => statusOf(pid, 'State'),
  kilobytesOf: (pid) => Number.parseInt(statusOf(pid, 'VmRSS') ?? '', 10),
  mostKilobytesOf: (pid) => Number.parseInt(statusOf(pid, 'VmHWM') ?? '', 10),
};

function statusOf(pid: number, name: string): string | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
}

export const inPs: Machine = {
  childrenOf: (parent) =>
    processes()
      .filter(({ ppid }) => ppid === parent)
      .map(({ pid }) => pid),
  stateOf: (sought) => processes().find(({ pid }) => pid === sought)?.state,
  kilobytesOf: (sought) => processes().find(({ pid }) => pid === sought)?.kilobytes ?? Number.NaN,
  mostKilobytesOf: (pid) => inPs.kilobytesOf(pid),
};

function processes() {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,stat='], { encoding: 'utf8' });
  return [...listed.matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S)/gm)].map(([, pid, ppid, kilobytes, state]) => ({
    pid: Number(pid),
    ppid: Number(ppid),
    kilobytes: Number(kilobytes),
    state,
  }));
}

const machine = existsSync('/proc/self/status') ? inProc : inPs;

/** Processes that a process has started, and those that they have. */
export const descendantsOf = (pid: number, { childrenOf } = machine): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

/** Whether a process still runs; one that has ended and waits to be noticed does not. */
export const isRunning = (pid: number, { stateOf } = machine): boolean => !['Z', undefined].includes(stateOf(pid)?.[0]);

export const megabytesOf = (pid: number): number => machine.kilobytesOf(pid) / 1024;

export const mostMegabytesOf = (pid: number): number => machine.mostKilobytesOf(pid) / 1024;

const isListening = '0A';

/** `host:port` of every TCP socket that these processes listen on. */
export function listeningPlaces(pids: readonly number[]): string[] {
  const sockets = new Set(pids.flatMap(socketsOf));
  const places = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode = '']) => state === isListening && sockets.has(inode))
      .map(([, local = '']) => placeOf(local)),
  );
  return [...new Set(places)];
}

function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.[1] ?? [];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}

/** From `0100007F:1F90`: an address of IPv4 with its last byte first, or the one of IPv6 for all or for this machine. */
function placeOf(local: string): string {
  const [address = '', port = ''] = local.split(':');
  const bytes = address.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  const host = bytes.length === 4 ? bytes.toReversed().join('.') : '[::1]';
  return `${host === '0.0.0.0' ? '127.0.0.1' : host}:${Number.parseInt(port, 16)}`;
}
