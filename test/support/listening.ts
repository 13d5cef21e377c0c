/** Where processes listen, as Linux tells it. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

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

/** From `0100007F:1F90`: an address of IPv4 with its last byte first, or the one of IPv6 that stands for all or for this machine. */
function placeOf(local: string): string {
  const [address = '', port = ''] = local.split(':');
  const bytes = address.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  const host = bytes.length === 4 ? bytes.toReversed().join('.') : '[::1]';
  return `${host === '0.0.0.0' ? '127.0.0.1' : host}:${Number.parseInt(port, 16)}`;
}
