import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a program is started with whose machine's clock is wrong by so many seconds; null where `libfaketime` is not installed. */
export function wrongClock(seconds: number): Readonly<Record<string, string>> | null {
  const library = '/usr/lib';
  const folders = existsSync(library) ? readdirSync(library).map((name) => join(library, name, 'faketime')) : [];
  const file = folders.map((folder) => join(folder, 'libfaketime.so.1')).find(existsSync);
  if (!file) return null;
  // What goes on evenly is no clock that somebody sets.
  return { LD_PRELOAD: file, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
