/** Where to go after signing in: the asked page when it is one of ours, else home. Never another site. */
export function nextAddress(search: string, home: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next || !/^\/(?![/\\])/.test(next) || next.startsWith('/login')) return home;
  return next;
}
