/** Work that is divided among processes, each on engines of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { onScratchEngines } from './scratch-engines.ts';

interface Division<Task> {
  /** The file that every process runs, which calls `serveTasks`. */
  module: string;
  args?: readonly string[];
  /** What is to be done next; undefined when nothing is left. */
  next(): Task | undefined;
}

/** Does tasks on as many processes as the machine has processors. Throws if a process ends before its task. */
export async function divide<Task extends object, Answer>(
  { module, args = [], next }: Division<Task>,
  onAnswer: (answer: Answer, task: Task) => void,
): Promise<void> {
  const work = async () => {
    const child = fork(module, [...args], { serialization: 'advanced' });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('A process ended before its task did')));
    const answer = () => Promise.race([once(child, 'message').then(([message]) => message), ended]);
    try {
      await answer();
      for (let task = next(); task; task = next()) {
        child.send(task);
        onAnswer(await answer(), task);
      }
    } finally {
      if (child.connected) child.disconnect();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** A process's side: does each task it is sent and answers with its outcome, until no more are sent. */
export async function serveTasks<Task>(
  begin: (serve: (work: (task: Task) => Promise<unknown>) => Promise<void>) => Promise<void>,
): Promise<never> {
  await onScratchEngines(() =>
    begin(async (work) => {
      process.on('message', (task: Task) => {
        work(task).then(
          (answer) => process.send?.(answer),
          (error) => {
            console.error('A task could not be done:', task, error);
            process.exit(1);
          },
        );
      });
      process.send?.('ready');
      await once(process, 'disconnect');
    }),
  );
  // Functions that have died never end by themselves.
  process.exit();
}
