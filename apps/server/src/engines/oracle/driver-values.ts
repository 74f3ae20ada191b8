import buffers from 'oracledb/lib/impl/datahandlers/buffer.js';

const minuteMs = 60_000;

/** What the driver knows of the server whose bytes it reads. */
interface Reading {
  readonly caps?: { readonly dbTzRegion?: string; readonly dbTzOffset?: number } | undefined;
}

/**
 * Points in time as the server has them, to the last of nine digits: the driver makes them dates of JavaScript, which keep three and
 * are read by the clock of the process. Once for all connections, as nothing else here uses the driver.
 */
export function readExactTimes(): void {
  const { prototype } = buffers.BaseBuffer;
  if (prototype.parseOracleDate === parseTime) return;
  const parse = prototype.parseOracleDate;
  refuseRegion = (reading, bytes) => parse.call(reading, bytes, false, true);
  prototype.parseOracleDate = parseTime;
}

let refuseRegion: (reading: Reading, bytes: Buffer) => unknown = () => undefined;

/** `usesZone` where the bytes hold the clock of the database's own zone. Others hold that of the value, or of UTC. */
function parseTime(this: Reading, bytes: Buffer, _isLocal?: boolean, usesZone = false): string {
  if (usesZone && this.caps?.dbTzRegion) refuseRegion(this, bytes);
  const offset = usesZone ? (this.caps?.dbTzOffset ?? 0) : 0;
  const at = (index: number) => bytes[index] ?? 0;
  const year = (at(0) - 100) * 100 + at(1) - 100;
  const moment = new Date(0);
  moment.setUTCFullYear(year, at(2) - 1, at(3));
  moment.setUTCHours(at(4) - 1, at(5) - 1, at(6) - 1, 0);
  const text = timeText(new Date(moment.getTime() - offset * minuteMs));
  const fraction = bytes.length >= 11 ? bytes.readUInt32BE(7) : 0;
  return fraction === 0 ? text : `${text}.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`;
}

/** Years before the first as the store of results reads them. */
function timeText(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const year = at.getUTCFullYear();
  const day = `${String(Math.abs(year)).padStart(4, '0')}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${day}${year <= 0 ? ' (BC)' : ''} ${clock}`;
}
