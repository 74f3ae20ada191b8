import { existsSync, readFileSync } from 'node:fs';

/**
 * Milliseconds that a process's main thread has computed, this one's unless told: what other programs of the machine
 * take is not in it. Where the system does not tell, all of the time that passed.
 */
export function computedMs(pid: number = process.pid): number {
  const told = `/proc/${pid}/task/${pid}/schedstat`;
  if (!existsSync(told)) return performance.now();
  return Number(readFileSync(told, 'utf8').split(' ')[0]) / 1e6;
}
