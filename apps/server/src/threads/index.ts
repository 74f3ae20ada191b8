/**
 * THREADS. Where everything is computed that takes long, or whose length a caller's text decides: off the event loop,
 * within a deadline and a bound of memory. In: tasks as plain data. Out: their answers, or an error that says which
 * bound was met. The program of the threads is `worker.ts`.
 */
export { type ArchiveDocument, archiveLimits } from './archive-task.ts';
export type { SamlAnswer, SamlAssertion } from './saml-task.ts';
export { prepareScript } from './script-task.ts';
export { serveTasks } from './serve-tasks.ts';
export { TaskError } from './task-error.ts';
export type { PlainScope, PlanRequest } from './template-tasks.ts';
export { createTextWork, type TextWork } from './text-work.ts';
export { createThreads, ThreadLimitError, type Threads, type ThreadsOptions } from './threads.ts';
export { readYaml, writeYaml } from './yaml.ts';
