/** A new node's id: its type and something random. */
export function makeNodeId(type: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const random = Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
  return `${type}-${random}`;
}
