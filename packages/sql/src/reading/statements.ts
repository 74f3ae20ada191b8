import { type LexRules, meaningfulTokens, standardLexRules, type Token, tokenize } from './lex.ts';

export interface StatementText {
  /** The statement without its semicolon and without white space around it. */
  readonly text: string;
  /** Where it starts and ends in the script, in characters. */
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a script at its semicolons, minding quotes, comments and dollar quotes. Parts that hold nothing but comments and
 * white space are left out.
 */
export function splitStatements(script: string, rules: LexRules = standardLexRules): readonly StatementText[] {
  const statements: StatementText[] = [];
  let partStart = 0;
  let hasContent = false;
  const close = (end: number): void => {
    if (hasContent) statements.push(trimmedPart(script, partStart, end));
    hasContent = false;
  };
  for (const token of tokenize(script, rules)) {
    if (token.kind === 'symbol' && script[token.start] === ';') {
      close(token.start);
      partStart = token.end;
    } else if (token.kind !== 'space' && token.kind !== 'comment') hasContent = true;
  }
  close(script.length);
  return statements;
}

function trimmedPart(script: string, start: number, end: number): StatementText {
  const part = script.slice(start, end);
  const from = start + (part.length - part.trimStart().length);
  const text = part.trim();
  return { text, start: from, end: from + text.length };
}

/** The first word of a statement in upper case, past comments and opening brackets; null when there is none. */
export function firstKeyword(text: string, rules: LexRules = standardLexRules): string | null {
  for (const token of meaningfulTokens(text, rules)) {
    if (token.kind === 'word') return text.slice(token.start, token.end).toUpperCase();
    if (text[token.start] !== '(') return null;
  }
  return null;
}

/** The text without comments; each becomes a space, or a line break where it held or ended one. */
export function removeComments(text: string, rules: LexRules = standardLexRules): string {
  const tokens = tokenize(text, rules);
  if (!tokens.some((token) => token.kind === 'comment')) return text;
  return tokens.map((token) => withoutComment(text, token)).join('');
}

function withoutComment(text: string, token: Token): string {
  const piece = text.slice(token.start, token.end);
  if (token.kind !== 'comment') return piece;
  return /[\r\n]/.test(piece) ? '\n' : ' ';
}

const readingKeywords = new Set(['SELECT', 'WITH', 'FROM', 'VALUES', 'TABLE']);

/** Whether the statement starts like one that only reads. The engine's own parser has the last word. */
export function looksLikeSelect(text: string, rules: LexRules = standardLexRules): boolean {
  return readingKeywords.has(firstKeyword(text, rules) ?? '');
}
