import { type LexRules, meaningfulTokens, standardLexRules, type Token, tokenize } from './lex.ts';
import { removeComments } from './statements.ts';

export type ClauseProblem =
  | 'Clause is empty'
  | 'Clause contains multiple statements'
  | 'Closing unopened parenthesis'
  | 'Unclosed parenthesis'
  | 'Unclosed quote'
  | 'Unclosed comment'
  | 'Nested comments are not allowed'
  | 'NUL characters are not allowed';

/**
 * Says why a text may not stand inside a larger statement, or null when it may: it must be one clause with balanced
 * brackets, closed quotes and closed comments. What passes, cleaned by `cleanClause` and put into parentheses, cannot
 * end the clause that it stands in.
 */
export function findClauseProblem(text: string, rules: LexRules = standardLexRules): ClauseProblem | null {
  if (text.includes('\u0000')) return 'NUL characters are not allowed';
  const tokens = tokenize(text, rules);
  const lexical = tokens.map(lexicalProblem).find((problem) => problem !== null);
  if (lexical) return lexical;
  const meaningful = tokens.filter((token) => token.kind !== 'space' && token.kind !== 'comment');
  const symbols = meaningful.map((token) => (token.kind === 'symbol' ? text[token.start]! : 'x'));
  const end = lastMeaningful(symbols);
  if (end === 0) return 'Clause is empty';
  return structuralProblem(symbols.slice(0, end));
}

function lexicalProblem(token: Token): ClauseProblem | null {
  if (token.isAmbiguous) return 'Nested comments are not allowed';
  if (token.isClosed) return null;
  return token.kind === 'comment' ? 'Unclosed comment' : 'Unclosed quote';
}

function lastMeaningful(symbols: readonly string[]): number {
  let end = symbols.length;
  while (end > 0 && symbols[end - 1] === ';') end -= 1;
  return end;
}

function structuralProblem(symbols: readonly string[]): ClauseProblem | null {
  if (symbols.includes(';')) return 'Clause contains multiple statements';
  let depth = 0;
  for (const symbol of symbols) {
    if (symbol === '(') depth += 1;
    if (symbol === ')') depth -= 1;
    if (depth < 0) return 'Closing unopened parenthesis';
  }
  return depth > 0 ? 'Unclosed parenthesis' : null;
}

/** The clause without comments, trailing semicolons and white space around it. */
export function cleanClause(text: string, rules: LexRules = standardLexRules): string {
  const plain = removeComments(text, rules);
  let end = 0;
  for (const token of meaningfulTokens(plain, rules)) if (plain[token.start] !== ';') end = token.end;
  return plain.slice(0, end).trim();
}

const anywhere = new Set(['SELECT', 'PIVOT', 'UNPIVOT', 'PIVOT_WIDER', 'PIVOT_LONGER', 'SUMMARIZE']);
const afterBracket = new Set(['FROM', 'WITH', 'VALUES', 'TABLE', 'DESCRIBE', 'DESC', 'SHOW', 'CALL', 'EXPLAIN']);

/**
 * Whether a clause holds a query of its own. Errs on the side of yes: the forms of FROM-first engines count too.
 */
export function containsSubquery(text: string, rules: LexRules = standardLexRules): boolean {
  const tokens = meaningfulTokens(text, rules);
  return tokens.some((token, index) => {
    if (token.kind !== 'word') return false;
    const word = text.slice(token.start, token.end).toUpperCase();
    if (anywhere.has(word)) return true;
    const previous = tokens[index - 1];
    const opensGroup = previous === undefined || text[previous.start] === '(';
    if (opensGroup && afterBracket.has(word)) return true;
    return rules.namesAfterInAreTables && word === 'IN' && isName(tokens[index + 1]);
  });
}

function isName(token: Token | undefined): boolean {
  return token !== undefined && (token.kind === 'word' || token.kind === 'identifier');
}

// Words that read like a function's name before a bracket but are not.
const notFunctions = new Set(['DISTINCT', 'ALL', 'NOT', 'TOP', 'ANY', 'SOME', 'EXISTS', 'INTERVAL', 'ROW', 'VALUES']);

/** Whether the text is one name or one call such as `COUNT(*)`, and so needs no parentheses. */
export function isAtomicClause(text: string, rules: LexRules = standardLexRules): boolean {
  const tokens = meaningfulTokens(text, rules);
  const first = tokens[0];
  if (!first || !isName(first)) return false;
  if (tokens.length === 1) return true;
  if (first.kind !== 'word' || text[tokens[1]!.start] !== '(') return false;
  if (notFunctions.has(text.slice(first.start, first.end).toUpperCase())) return false;
  return closingIndex(text, tokens) === tokens.length - 1;
}

function closingIndex(text: string, tokens: readonly Token[]): number {
  let depth = 0;
  return tokens.findIndex((token) => {
    if (token.kind !== 'symbol') return false;
    if (text[token.start] === '(') depth += 1;
    if (text[token.start] === ')') depth -= 1;
    return text[token.start] === ')' && depth === 0;
  });
}
