export interface HexLine {
  readonly offset: string;
  readonly bytes: string;
  readonly signs: string;
}

const perLine = 16;

/** Hexadecimal digits as lines of sixteen bytes, with their place and what can be read of them. */
export function toHexLines(digits: string): readonly HexLine[] {
  const lines: HexLine[] = [];
  for (let at = 0; at < digits.length; at += perLine * 2) {
    const bytes = digits.slice(at, at + perLine * 2).match(/../g) ?? [];
    lines.push({
      offset: (at / 2).toString(16).padStart(8, '0'),
      bytes: bytes.join(' '),
      signs: bytes.map(toSign).join(''),
    });
  }
  return lines;
}

function toSign(byte: string): string {
  const code = Number.parseInt(byte, 16);
  return code >= 32 && code < 127 ? String.fromCharCode(code) : '·';
}
