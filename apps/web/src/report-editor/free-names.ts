/** Longest name of a report. */
const longestName = 150;
/** So many of one name are more than anybody makes by pressing the same entry of a menu. */
const mostAlike = 30;

/** What a report may be called, the plainest first: the name, with who asked for it, and with a number. */
export function namesFor(name: string, username: string): readonly string[] {
  const marks = ['', ` (${username})`, ...Array.from({ length: mostAlike - 1 }, (_, at) => ` (${username} ${at + 2})`)];
  return marks.map((mark) => `${name.slice(0, Math.max(0, longestName - mark.length))}${mark}`.slice(-longestName));
}
