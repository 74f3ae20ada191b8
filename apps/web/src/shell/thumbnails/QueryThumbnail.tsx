const keywords =
  /^(select|from|where|group|order|by|with|as|join|left|inner|on|and|or|limit|having|case|when|then|else|end|union)$/i;
const functions = /^\w+\($/;

/** A statement in small: a bar for each word, in the editor's colours. */
export function QueryThumbnail({
  sql,
  width,
  height,
  padding = 15,
}: {
  sql: string;
  width: number;
  height: number;
  padding?: number;
}) {
  const lines = sql
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 7);
  const step = 12;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width="100%" height="100%" aria-hidden="true" style={{ display: 'block' }}>
      {lines.map((line, row) => {
        const indent = (line.length - line.trimStart().length) * 2.5;
        let x = padding + Math.min(indent, 30);
        return line
          .trim()
          .split(/\s+/)
          .map((word, index) => {
            const wide = Math.min(word.length * 4.2, 46);
            const left = x;
            x += wide + 5;
            if (x > width - padding) return null;
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture: its parts have no other name
                key={`${row}-${index}`}
                x={left}
                y={padding + 3 + row * step}
                width={wide}
                height="4"
                rx="2"
                fill={wordColor(word)}
                opacity=".6"
              />
            );
          });
      })}
    </svg>
  );
}

function wordColor(word: string): string {
  if (keywords.test(word)) return 'var(--syn-keyword)';
  return functions.test(word) || word.includes('(') ? 'var(--syn-function)' : 'var(--text-2)';
}
