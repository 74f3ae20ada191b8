export interface MomentReading {
  readonly key: 'utc' | 'local' | 'seconds';
  readonly text: string;
}

const exactTime = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?/;

/** A time in the forms that programs and people ask for; none where it lies outside of what clocks here reach. */
export function readMoment(text: string, hasZone: boolean, zone: string): readonly MomentReading[] {
  const match = exactTime.exec(text);
  if (!match || text.includes('BC')) return [];
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = ''] = match;
  const epochMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(epochMs)) return [];
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}`;
  const seconds: MomentReading = { key: 'seconds', text: `${epochMs / 1000}${fraction}` };
  if (!hasZone) return [{ key: 'utc', text: iso }, seconds];
  const utc: MomentReading = { key: 'utc', text: `${iso}Z` };
  if (zone === 'UTC') return [utc, seconds];
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(epochMs);
  const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(epochMs)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return [utc, { key: 'local', text: `${local}${fraction} ${offset ?? ''}`.trim() }, seconds];
}
