/** Each is an element of the page. */
const mostMatches = 1000;

/** Where a text holds another, whatever their case; the first thousand places. */
export function findAll(text: string, needle: string): { readonly places: readonly number[]; readonly isAll: boolean } {
  if (needle === '') return { places: [], isAll: true };
  const places: number[] = [];
  const pattern = new RegExp(needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
  for (const match of text.matchAll(pattern)) {
    if (places.length === mostMatches) return { places, isAll: false };
    places.push(match.index);
  }
  return { places, isAll: true };
}
