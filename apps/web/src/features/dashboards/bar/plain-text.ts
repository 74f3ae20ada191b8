/** A description that may hold HTML, as the words alone. */
export function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const element of parsed.querySelectorAll('script, style')) element.remove();
  return (parsed.body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
