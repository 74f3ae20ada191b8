interface ScriptToken {
  readonly kind: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export interface StatementTokens<Token> {
  readonly tokens: readonly Token[];
  /** Where its own text begins and ends in the script, with the comments before and behind it. */
  readonly start: number;
  readonly end: number;
}

/** The statements of a script, parted at semicolons; what holds no token is none. */
export function splitTokens<Token extends ScriptToken>(
  tokens: readonly Token[],
  sql: string,
): readonly StatementTokens<Token>[] {
  const parts: StatementTokens<Token>[] = [];
  let own: Token[] = [];
  let start = 0;
  const close = (end: number) => {
    if (own.length > 0) parts.push({ tokens: own, start, end });
    own = [];
  };
  for (const token of tokens) {
    if (token.kind !== 'symbol' || token.value !== ';') {
      own.push(token);
      continue;
    }
    close(token.start);
    start = token.end;
  }
  close(sql.length);
  return parts;
}
