/**
 * PROCESSES. Several server processes of one installation: which live, what is in which of them, and how a request reaches the one
 * that has what it names. In: a store on a server, the address of each. Out: forwarded answers; of those that are gone, an end.
 */
export { askPeer, type ForwardingOptions, installForwarding, type OwnedThing } from './forwarding.ts';
export { JobClock, type RunUnderWay } from './job-clock.ts';
export { serveNoPages } from './no-pages.ts';
export { noWorker } from './no-worker.ts';
export { createPeerFiles } from './peer-files.ts';
export { createProcesses, type Processes } from './processes.ts';
export { readQueue, type WaitingJobs } from './queue.ts';
