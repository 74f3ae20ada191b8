import { placeAt, refusal, type Token, unreadable } from '../remote/index.ts';
import { bareHints, closedWords, foreignWords, openTableFunctions, queryWords } from './words.ts';

/**
 * What must hold of the words of a script beyond its grammar, as a statement can begin without a semicolon before it: no word
 * that begins one, no END of something else than a CASE, and no more than two names, numbers or texts side by side, of which the
 * second is the name of the first. Throws an EngineError.
 */
export function checkShape(tokens: readonly Token[], sql: string): void {
  const reader = new ShapeReader(tokens, sql);
  while (!reader.isAtEnd) reader.step();
}

/** Words that stand together and are no names there. */
const phrases: readonly (readonly (readonly string[])[])[] = [
  [['AT'], ['TIME'], ['ZONE']],
  [['PARTITION'], ['BY']],
  [['IGNORE', 'RESPECT'], ['NULLS']],
  [
    ['ROWS', 'RANGE'],
    ['BETWEEN', 'UNBOUNDED', 'CURRENT'],
  ],
  [['UNBOUNDED'], ['PRECEDING', 'FOLLOWING']],
  [['CURRENT'], ['ROW']],
  [['WITH'], ['TIES']],
  [['FETCH'], ['NEXT', 'FIRST']],
  [['CROSS', 'OUTER'], ['APPLY']],
  [['ROW', 'ROWS'], ['ONLY']],
];
/** Behind a number, in frames and bounds. */
const countedWords: ReadonlySet<string> = new Set(['PRECEDING', 'FOLLOWING', 'ROW', 'ROWS']);
const boundWords: ReadonlySet<string> = new Set(['OFFSET', 'ROWS', 'RANGE', 'MAXDOP', 'MAXRECURSION']);

interface Level {
  /** Names, numbers and texts that stand side by side. */
  run: number;
  /** CASE without its END. */
  cases: number;
}

class ShapeReader {
  private at = 0;
  private readonly levels: Level[] = [{ run: 0, cases: 0 }];

  constructor(
    private readonly tokens: readonly Token[],
    private readonly sql: string,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  step(): void {
    const token = this.tokens[this.at];
    if (!token) return;
    if (token.kind === 'sign') this.readSign(token.value);
    else if (token.kind === 'word') this.readWord(token);
    else this.readOperand(token);
    this.at += 1;
  }

  private get level(): Level {
    return this.levels.at(-1) ?? { run: 0, cases: 0 };
  }

  private readSign(sign: string): void {
    if (sign === '(') {
      const isCall = this.isNameAt(this.at - 1);
      if (!isCall && this.level.run > 0) throw this.unexpected();
      if (this.isHintedTable()) throw this.unexpected();
      if (!isCall) this.level.run += 1;
      this.levels.push({ run: 0, cases: 0 });
    } else if (sign === ')') {
      if (this.levels.length > 1) this.levels.pop();
    } else if (sign === ';') this.levels.splice(0, this.levels.length, { run: 0, cases: 0 });
    else if (sign === '.') this.checkPath();
    else this.level.run = 0;
  }

  /** A table that is called like a function: `string_split (NOLOCK)`. */
  private isHintedTable(): boolean {
    const before = this.tokens[this.at - 1];
    const after = this.tokens[this.at + 1];
    return openTableFunctions.has(before?.value.toLowerCase() ?? '') && bareHints.has(after?.value ?? '');
  }

  private checkPath(): void {
    const after = this.tokens[this.at + 1];
    if (after?.kind !== 'word' && after?.kind !== 'quoted' && after?.value !== '*') throw this.unexpected();
  }

  private readWord(token: Token): void {
    const { value } = token;
    if (value === 'LIMIT') throw refusal('The rows of a query are bounded by TOP here: SELECT TOP 5 …');
    if (closedWords.has(value) || foreignWords.has(value)) throw this.refuseWord(token);
    const length = this.phraseLength();
    if (length > 0) {
      this.level.run = 0;
      this.at += length - 1;
    } else if (value === 'FETCH') throw this.unexpected();
    else if (value === 'TOP') this.readTop();
    else if (value === 'FOR') this.readFor();
    else if (value === 'CASE' || value === 'END') this.readCase(value);
    else if (value === 'AS') this.readAs();
    else if (queryWords.has(value) || this.isBoundWord(value)) this.level.run = 0;
    else this.readOperand(token);
  }

  /** A name, number or text. Behind a point it belongs to what stands before that. */
  private readOperand(token: Token): void {
    if (this.tokens[this.at - 1]?.value === '.' && this.tokens[this.at - 1]?.kind === 'sign') return;
    if (this.isGo(token)) throw refusal('GO is a word of other programs: end each statement with a semicolon.');
    if (this.isWordAt('NEXT') && this.isWordAt('VALUE', 1)) throw refusal('Sequences may not be counted up here.');
    this.level.run += 1;
    const isName = token.kind === 'word' || token.kind === 'quoted';
    const isPath = this.tokens[this.at + 1]?.kind === 'sign' && this.tokens[this.at + 1]?.value === '.';
    if (this.level.run > 2 || (this.level.run === 2 && (!isName || isPath))) throw this.unexpected();
  }

  /** `TOP 5`, `TOP (5) PERCENT`: only where a SELECT begins. */
  private readTop(): void {
    const before = this.tokens[this.at - 1];
    const isPlaced = before?.kind === 'word' && ['SELECT', 'DISTINCT', 'ALL'].includes(before.value);
    const isBracketed = this.tokens[this.at + 1]?.value === '(';
    const count = this.tokens[this.at + (isBracketed ? 2 : 1)];
    if (!isPlaced || count?.kind !== 'number') throw this.unexpected();
    this.level.run = 0;
    this.at += isBracketed ? 3 : 1;
  }

  /** `FOR SYSTEM_TIME AS OF`, and `FOR month IN (…)` of a PIVOT. */
  private readFor(): void {
    const isPeriod = this.isWordAt('SYSTEM_TIME', 1) && this.isWordAt('AS', 2) && this.isWordAt('OF', 3);
    const isPivot = this.isNameAt(this.at + 1) && this.isWordAt('IN', 2) && this.tokens[this.at + 3]?.value === '(';
    if (!isPeriod && !isPivot) throw refusal('FOR XML, FOR JSON and FOR BROWSE cannot be used here.');
    this.level.run = 0;
  }

  private readCase(word: string): void {
    const { level } = this;
    level.cases += word === 'CASE' ? 1 : -1;
    if (level.cases < 0) throw this.unexpected();
    level.run = 0;
  }

  /** Behind the name that it gives, no other name can follow. */
  private readAs(): void {
    this.level.run = this.isNameAt(this.at + 1) ? 1 : 0;
  }

  /** `OFFSET 5 ROWS`, `5 PRECEDING`, `ROWS 5 PRECEDING`. */
  private isBoundWord(word: string): boolean {
    const before = this.tokens[this.at - 1];
    const after = this.tokens[this.at + 1];
    if (countedWords.has(word) && before?.kind === 'number') return true;
    return boundWords.has(word) && after?.kind === 'number';
  }

  private phraseLength(): number {
    const found = phrases.find((phrase) =>
      phrase.every((words, index) => words.some((word) => this.isWordAt(word, index))),
    );
    return found?.length ?? 0;
  }

  private isWordAt(value: string, count = 0): boolean {
    const token = this.tokens[this.at + count];
    return token?.kind === 'word' && token.value === value;
  }

  private isNameAt(index: number): boolean {
    const token = this.tokens[index];
    return token?.kind === 'quoted' || (token?.kind === 'word' && !queryWords.has(token.value));
  }

  /** Alone on its line. */
  private isGo({ kind, value, start, end }: Token): boolean {
    if (kind !== 'word' || value !== 'GO') return false;
    const before = this.tokens[this.at - 1];
    const after = this.tokens[this.at + 1];
    const isParted = (text: string) => /[\r\n]/.test(text);
    return (
      (!before || isParted(this.sql.slice(before.end, start))) && (!after || isParted(this.sql.slice(end, after.start)))
    );
  }

  private refuseWord(token: Token): Error {
    const before = this.tokens[this.at - 1];
    const isFirst = !before || (before.kind === 'sign' && before.value === ';');
    return isFirst ? refusal(`${token.value} statements are not allowed here.`) : this.unexpected();
  }

  private unexpected(): Error {
    const token = this.tokens[this.at];
    const raw = token?.raw.slice(0, 60) ?? '';
    const place = placeAt(this.sql, token?.start ?? this.sql.length);
    return unreadable(`"${raw}" cannot be read here. Quote it if it is a name.`, place);
  }
}
