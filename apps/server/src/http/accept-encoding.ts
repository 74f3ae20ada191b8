export type Encoding = 'br' | 'gzip';

const accepted: Readonly<Record<Encoding, RegExp>> = { br: toPattern('br'), gzip: toPattern('gzip') };

/** Named, and not with the weight zero, which refuses it. */
function toPattern(encoding: Encoding): RegExp {
  return new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i');
}

/** Whether a header `Accept-Encoding` takes answers in an encoding. */
export function acceptsEncoding(header: string | readonly string[] | undefined, encoding: Encoding): boolean {
  return typeof header === 'string' && accepted[encoding].test(header);
}
