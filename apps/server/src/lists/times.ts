const steps: readonly (readonly [seconds: number, singular: string, plural: string])[] = [
  [31_536_000, 'a year', 'years'],
  [2_592_000, 'a month', 'months'],
  [86_400, 'a day', 'days'],
  [3_600, 'an hour', 'hours'],
  [60, 'a minute', 'minutes'],
  [1, 'a second', 'seconds'],
];

/** How long ago, as the reference writes `changed_on_delta_humanized`: `now`, `2 hours ago`, `a day ago`. */
export function toTimeAgo(isoTime: string, now: Date): string {
  const seconds = Math.floor((now.getTime() - Date.parse(isoTime)) / 1000);
  if (!(seconds >= 1)) return 'now';
  for (const [size, singular, plural] of steps) {
    const count = Math.floor(seconds / size);
    if (count === 1) return `${singular} ago`;
    if (count > 1) return `${count} ${plural} ago`;
  }
  return 'now';
}
