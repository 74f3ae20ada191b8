import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

export interface ProcessFigures {
  readonly residentMb: number;
  readonly openFiles: number;
  readonly threads: number;
}

/** What the system knows of a living process; null when it has gone, or where the system does not tell. */
export function readProcess(pid: number): ProcessFigures | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const figure = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return {
      residentMb: figure('VmRSS') / 1024,
      openFiles: readdirSync(`/proc/${pid}/fd`).length,
      threads: figure('Threads'),
    };
  } catch {
    return null;
  }
}

/** Time on a processor so far, in hundredths of a second. */
export function readBusyTicks(pid: number): number {
  try {
    const fields = /^\d+ \(.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

/** What the system calls the program of a process; empty when it has gone. */
export function nameOfProcess(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

export function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid: string): number | null {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

/** The most memory that a process has held since its start or the last `forgetPeak`. */
export function peakBytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024;
}

const clearPeak = '5';

/** Starts to look for the peak anew; where the system does not allow that, it goes on from the start. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, clearPeak);
  } catch {}
}
