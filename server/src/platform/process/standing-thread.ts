import { Worker } from 'node:worker_threads';

/** The idle time after which the thread ends. Starting one loads its modules, which costs more than most tasks. */
const idleMilliseconds = 60_000;

/**
 * Runs tasks in a thread of this program, one after the other: a second thread would only take time from customers' answers.
 * The program answers each message with one message. A task that breaks the thread fails alone; the next one gets a new thread.
 */
export function standingThread<Task, Result>(program: URL): (task: Task) => Promise<Result> {
  let running: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function run(task: Task): Promise<Result> {
    clearTimeout(idle);
    const thread = (running ??= start());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const ended = () => reject(new Error(`The thread of ${program.pathname.split('/').at(-1)} ended early.`));
    thread.once('message', resolve).once('error', reject).once('exit', ended);
    thread.ref();
    thread.postMessage(task);
    try {
      return await promise;
    } finally {
      thread.off('message', resolve).off('error', reject).off('exit', ended);
      // The thread must not keep an otherwise idle process alive.
      thread.unref();
      idle = setTimeout(() => end(thread), idleMilliseconds).unref();
    }
  }

  function start(): Worker {
    const thread = new Worker(program, { env: {} });
    // The caller gets both events too. Without a listener of its own, an error would end the process.
    thread.on('error', () => end(thread));
    thread.on('exit', () => end(thread));
    return thread;
  }

  function end(thread: Worker): void {
    // Clear it first: a task that arrives while the thread ends goes to a new one.
    if (running === thread) running = null;
    void thread.terminate();
  }

  return (task) => {
    const done = last.then(() => run(task));
    last = done.catch(() => {});
    return done;
  };
}
