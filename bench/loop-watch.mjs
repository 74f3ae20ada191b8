/**
 * Loaded into a server before its own code (`node --import`): measures how long its event loop keeps what is due waiting.
 * At SIGUSR2 it writes that into a file and starts anew.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.POWERSET_LOOP_FILE;
if (isMainThread && file) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  process.on('SIGUSR2', () => {
    const figures = { maxMs: delays.max / 1e6, p99Ms: delays.percentile(99) / 1e6 };
    delays.reset();
    writeFileSync(`${file}.part`, JSON.stringify(figures));
    renameSync(`${file}.part`, file);
  });
}
