/** The frame of a measure: its options are read, its time is taken, and its outcome is reported. */
import { commandOptions, type Options, type Values } from '../../bin/command-line/options.ts';
import { type Report, report } from './proof/report.ts';

interface Measure<O extends Options> {
  /** As `npm run measure` knows it. */
  name: string;
  /** Of its report, where that has another name. */
  reported?: string;
  summary: string;
  options: O;
}

/** What a measure runs: nothing happens until it is called. The report names the command with its options. */
export const measure =
  <const O extends Options>(
    { name, reported = name, summary, options }: Measure<O>,
    run: (values: Values<O>) => Promise<Omit<Report, 'name' | 'command' | 'seconds' | 'finished' | 'code'>>,
  ) =>
  async (): Promise<void> => {
    const command = `npm run measure -- ${name}`;
    const values = commandOptions({ command, summary, options });
    const startedAt = performance.now();
    const made = await run(values);
    const given = Object.keys(options).flatMap((option) =>
      [values[option]].flat().map((value) => `--${option} ${value}`),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    await report({ name: reported, command: [command, ...given].join(' '), seconds, ...made });
  };

/** Everything that `npm run measure` runs, by its name: the file of its command, below `test/`. */
export const measures: Readonly<Record<string, string>> = {
  bench: 'measure/bench/bench.command.ts',
  'bench:client': 'measure/bench/client.command.ts',
  'bench:public-files': 'measure/bench/public-files.command.ts',
  'bench:restock': 'measure/bench/restock.command.ts',
  'bench:search': 'measure/bench/search.command.ts',
  'bench:uploads': 'measure/bench/uploads.command.ts',
  capacity: 'measure/capacity/capacity.command.ts',
  cost: 'measure/bench/cost.command.ts',
  doors: 'measure/doors/doors.command.ts',
  faults: 'stage/random/faults.command.ts',
  floods: 'measure/load/floods.command.ts',
  fuzz: 'measure/fuzz/fuzz.command.ts',
  'fuzz:multipart': 'measure/fuzz/multipart.command.ts',
  generators: 'measure/proof/generators.command.ts',
  interleavings: 'stage/every-order/interleavings.command.ts',
  judge: 'stage/judge/judge.command.ts',
  linters: 'measure/proof/linters.command.ts',
  load: 'measure/load/load.command.ts',
  'load:events': 'measure/load/events.command.ts',
  'move-in': 'measure/load/move-in.command.ts',
  mutation: 'measure/proof/mutation.command.ts',
  power: 'measure/proof/power.command.ts',
  pictures: 'measure/proof/pictures.command.ts',
  proof: 'measure/proof/proof.command.ts',
  release: 'releases/release.command.ts',
  readme: 'measure/proof/readme.command.ts',
  reference: 'measure/proof/reference.command.ts',
  webhooks: 'measure/load/webhooks.command.ts',
  sabotage: 'measure/sabotage/sabotage.command.ts',
};
