const longest = 2000;

/** Where the name of a row leads; null where the template is none, or would lead to what runs or to who knows where. */
export function safeAddress(template: string, name: string): string | null {
  const trimmed = template.trim();
  if (trimmed === '' || trimmed.length > longest) return null;
  const address = trimmed.replace(/{{\s*metric(?:\.\w+)?\s*}}/g, () => encodeURIComponent(name.slice(0, longest)));
  // What is left of a template is no address; one that begins with two strokes leads to another machine.
  if (address.includes('{{') || /[\s\\]/.test(address)) return null;
  if (/^\/(?!\/)/.test(address) || address.startsWith('#')) return address;
  return /^https?:\/\/[^/]+/i.test(address) ? address : null;
}
