/** The frame of a measure: its options are read, its time is taken, and what came of it is reported. */
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
