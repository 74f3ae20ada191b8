/** `[Powerset].[orders](id:7)` reads `Powerset.orders`. */
export function toGrantText(view: string): string {
  return view
    .replace(/\]?\.?\(id:\d+\)$/, '')
    .replace(/\]$/, '')
    .replace(/^\[/, '')
    .replaceAll('].[', '.');
}
