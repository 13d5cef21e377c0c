/**
 * `npm run measure -- floods`: attacks on a local service and on the upload container's program, one after the other: what each got, how
 * many calls to AWS it caused, how much memory it took, and what someone else noticed. Only loopback, some minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { megabytesOf, mostMegabytesOf } from '../../support/machine.ts';
import { measure } from '../measure.ts';
import { type Attack, attacks, hastyRequests, type Sizes } from './floods/attacks.ts';
import { type Noticed, startBystander } from './floods/bystander.ts';
import type { Ending } from './floods/sockets.ts';
import { addressesOf, filesOf, startTargets, type Targets } from './floods/targets.ts';
import type { Shop } from './shop.ts';

interface FloodSizes extends Sizes {
  /** Of the genuine upload. */
  uploadBytes: number;
  /** Which attacks are tried; default all. */
  chosen?(attack: Attack): boolean;
}

export interface Flooded {
  attack: Attack;
  /** How many ended how. */
  endings: Map<Ending, number>;
  calls: number;
  seconds: number;
  /** Of the door, at most. */
  megabytes: number;
  noticed: Noticed;
  /** The status of the genuine upload. */
  upload: number | undefined;
}

interface FloodsResult {
  flooded: Flooded[];
  /** Of the container, ever. */
  containerMegabytes: number;
  /** What the attacker's uploads have left in the bucket. */
  left: string[];
}

/** Whether every client in an attack got what it must, and no other client noticed. */
export const isWithstood = ({ attack, endings, calls, noticed, upload }: Flooded): boolean =>
  [...endings.keys()].every((ending) => attack.rightly.includes(ending)) &&
  calls <= attack.callsAtMost &&
  noticed.requests > 0 &&
  noticed.lost + noticed.slowerThanASecond === 0 &&
  (attack.besideUpload === undefined || upload === 201);

export async function flood(sizes: FloodSizes, report: (flooded: Flooded) => void): Promise<FloodsResult> {
  const targets = await startTargets(hastyRequests);
  try {
    const flooded: Flooded[] = [];
    for (const attack of attacks(targets, sizes).filter(sizes.chosen ?? (() => true))) {
      const one = await floodWith(attack, targets, sizes);
      report(one);
      flooded.push(one);
    }
    return {
      flooded,
      containerMegabytes: mostMegabytesOf(targets.container.pid),
      left: await leftOf(targets.attacker, targets.engines.s3),
    };
  } finally {
    await targets.stop();
  }
}

async function floodWith(attack: Attack, targets: Targets, { uploadBytes }: FloodSizes): Promise<Flooded> {
  await attack.prepare?.();
  const { pid } = targets[attack.on];
  const calls = () => targets.callsOf(targets.attacker.store) + targets.callsOf(targets.hasty.store);
  const before = calls();
  const endBystander = startBystander(visitsTo(targets));
  const memory = watchMemory(pid);
  const startedAt = performance.now();
  const uploading = attack.besideUpload && genuineUpload(targets, uploadBytes);
  let going = uploading !== undefined;
  const uploaded = uploading?.finally(() => {
    going = false;
  });
  const endings = await attack.run();
  while (going) endings.push(...(await attack.run()));
  const upload = await uploaded;
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    ...{ attack, endings: countsOf(endings), calls: calls() - before, seconds, upload },
    megabytes: memory.end(),
    noticed: await endBystander(),
  };
}

function countsOf(endings: readonly Ending[]): Map<Ending, number> {
  const counts = new Map<Ending, number>();
  for (const ending of endings) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  return counts;
}

function watchMemory(pid: number) {
  let most = megabytesOf(pid);
  const timer = setInterval(() => {
    most = Math.max(most, megabytesOf(pid));
  }, 100);
  return {
    end() {
      clearInterval(timer);
      return most;
    },
  };
}

/**
 * Reads and writes of another store through the service, and what the container does without S3: the engine that replaces
 * it assembles 500 MiB in seconds, in which it serves no one.
 */
function visitsTo({ service, container, bystander, photo }: Targets) {
  const authorization = `Bearer ${bystander.key}`;
  const address = { first_name: 'Ada', last_name: 'L', street1: '1', city: 'Boston', state: 'MA', country_id: 1 };
  const addresses = `${service.url}${addressesOf(bystander)}`;
  return [
    { url: `${addresses}?limit=1`, method: 'GET', headers: { authorization }, pause: 100 },
    { url: addresses, method: 'POST', headers: { authorization }, body: JSON.stringify(address), pause: 300 },
    { url: `${container.url}${photo}`, method: 'DELETE', headers: { authorization }, pause: 100 },
  ] as const;
}

/** Uploads a file to the container; answers with its status, or 0 where it is not the size that was sent. */
async function genuineUpload({ container, bystander }: Targets, bytes: number): Promise<number> {
  const piece = Buffer.alloc(1024 * 1024, 'book');
  async function* form() {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="book.pdf"\r\n\r\n');
    for (let left = bytes; left > 0; left -= piece.length) {
      yield piece.subarray(0, left);
      // At the pace of a line, 16 MB a second at most.
      await sleep(60);
    }
    yield Buffer.from('\r\n--b--\r\n');
  }
  const response = await fetch(`${container.url}${filesOf(bystander)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bystander.key}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: form(),
    duplex: 'half',
  });
  const { file_size } = (await response.json()) as { file_size?: number };
  return file_size === bytes ? response.status : 0;
}

/** Objects of a store, and its uploads in parts that are in progress. */
async function leftOf({ store }: Shop, endpoint: string): Promise<string[]> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const s3 = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials });
  const Bucket = 'store-commerce-api';
  const [{ Contents = [] }, { Uploads = [] }] = await Promise.all([
    s3.send(new ListObjectsV2Command({ Bucket, Prefix: `files/${store}/` })),
    s3.send(new ListMultipartUploadsCommand({ Bucket })),
  ]);
  s3.destroy();
  return [...Contents, ...Uploads].map(({ Key = '' }) => Key).filter((key) => key.startsWith(`files/${store}/`));
}

/** What the container may take. */
const megabytesAtMost = 256;

const gotOf = ({ endings, upload }: Flooded): string =>
  [
    ...[...endings].map(([ending, count]) => `${count} × ${ending}`),
    ...(upload === undefined ? [] : [`the genuine upload ${upload}`]),
  ].join(', ');

export default measure(
  {
    name: 'floods',
    summary: 'Floods a local service and an upload container, and looks at what they give way to.',
    options: {
      requests: { type: 'number', value: 'N', default: 10_000, summary: 'in each flood of requests' },
      connections: { type: 'number', value: 'N', default: 500, summary: 'slow ones at once' },
      mebibytes: { type: 'number', value: 'N', default: 500, summary: 'of the genuine upload beside them' },
    },
  },
  async ({ requests, connections, mebibytes }) => {
    const { flooded, containerMegabytes, left } = await flood(
      { requests, connections, seconds: 45, uploadBytes: mebibytes * 1024 * 1024 },
      (one) => {
        const { name, on } = one.attack;
        console.log(`${isWithstood(one) ? 'withstood' : 'GIVES WAY'}  ${on}: ${name}: ${gotOf(one)}`);
      },
    );
    const sum = (of: (one: Flooded) => number): number => flooded.reduce((total, one) => total + of(one), 0);
    return {
      passed: flooded.every(isWithstood) && containerMegabytes < megabytesAtMost && left.length === 0,
      figures: {
        'requests of a bystander meanwhile': sum(({ noticed }) => noticed.requests),
        'of them lost': sum(({ noticed }) => noticed.lost),
        'of them slower than 1 s': sum(({ noticed }) => noticed.slowerThanASecond),
        'the slowest (ms)': Math.max(...flooded.map(({ noticed }) => noticed.slowest)),
        'most memory of the container (MB)': containerMegabytes,
        'left in the bucket by refused uploads': left.length,
      },
      tables: [
        {
          title: 'Attacks tried, and what each got',
          columns: ['Attack', 'On', 'Got', 'Calls to AWS', 'Seconds', 'Memory (MB)', 'Bystander’s slowest (ms)'],
          rows: flooded.map((one) => [
            one.attack.name,
            `the ${one.attack.on}`,
            gotOf(one),
            one.calls,
            one.seconds,
            one.megabytes,
            one.noticed.slowest,
          ]),
        },
      ],
    };
  },
);
