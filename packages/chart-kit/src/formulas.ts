/** A formula of x, ready to be asked. */
export type Formula = (x: number) => number;

type Node = (x: number) => number;

const functions: Readonly<Record<string, (...args: readonly number[]) => number>> = {
  abs: (a) => Math.abs(a!),
  ceil: (a) => Math.ceil(a!),
  cos: (a) => Math.cos(a!),
  exp: (a) => Math.exp(a!),
  floor: (a) => Math.floor(a!),
  ln: (a) => Math.log(a!),
  log: (a) => Math.log(a!),
  log10: (a) => Math.log10(a!),
  max: (...args) => Math.max(...args),
  min: (...args) => Math.min(...args),
  pow: (a, b) => (a ?? 0) ** (b ?? 1),
  round: (a) => Math.round(a!),
  sin: (a) => Math.sin(a!),
  sqrt: (a) => Math.sqrt(a!),
  tan: (a) => Math.tan(a!),
};
const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };
const tokenPattern = /\s*(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+|[A-Za-z_]\w*|\*\*|[-+*/%^(),])/y;

/** Long enough for any sensible formula, short enough to parse without a deep stack. */
const maxLength = 500;

/** Reads `2x + sin(x)`-like text (`y =` in front is allowed); undefined when it is no formula. Nothing of it is executed as code. */
export function parseFormula(text: string): Formula | undefined {
  const body = text.replace(/^\s*y\s*=/, '');
  const tokens = body.length <= maxLength ? tokenize(body) : undefined;
  if (!tokens || tokens.length === 0) return undefined;
  const reader: Reader = { tokens, position: 0 };
  const node = readSum(reader);
  return node && reader.position === tokens.length ? node : undefined;
}

interface Reader {
  readonly tokens: readonly string[];
  position: number;
}

function tokenize(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  const source = text.trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < source.length) {
    const match = tokenPattern.exec(source);
    if (!match) return undefined;
    tokens.push(match[1]!);
  }
  return tokens;
}

function readSum(reader: Reader): Node | undefined {
  let left = readProduct(reader);
  while (left && isNext(reader, '+', '-')) {
    const operator = reader.tokens[reader.position++];
    const right = readProduct(reader);
    if (!right) return undefined;
    const before = left;
    left = operator === '+' ? (x) => before(x) + right(x) : (x) => before(x) - right(x);
  }
  return left;
}

function readProduct(reader: Reader): Node | undefined {
  let left = readUnary(reader);
  while (left && reader.position < reader.tokens.length && !isNext(reader, '+', '-', ')', ',')) {
    const isExplicit = isNext(reader, '*', '/', '%');
    const operator = isExplicit ? reader.tokens[reader.position++]! : '*';
    const right = readUnary(reader);
    if (!right) return undefined;
    left = combine(operator, left, right);
  }
  return left;
}

function combine(operator: string, left: Node, right: Node): Node {
  if (operator === '/') return (x) => left(x) / right(x);
  return operator === '%' ? (x) => left(x) % right(x) : (x) => left(x) * right(x);
}

function readUnary(reader: Reader): Node | undefined {
  if (!isNext(reader, '-', '+')) return readPower(reader);
  const isMinus = reader.tokens[reader.position++] === '-';
  const inner = readUnary(reader);
  return inner && isMinus ? (x) => -inner(x) : inner;
}

function readPower(reader: Reader): Node | undefined {
  const base = readAtom(reader);
  if (!base || !isNext(reader, '^', '**')) return base;
  reader.position += 1;
  const exponent = readUnary(reader);
  return exponent && ((x) => base(x) ** exponent(x));
}

function readAtom(reader: Reader): Node | undefined {
  const token = reader.tokens[reader.position++];
  if (token === undefined) return undefined;
  if (token === '(') return readClosing(reader, readSum(reader));
  if (/^[\d.]/.test(token)) return constant(Number(token));
  const name = token.toLowerCase();
  if (name === 'x') return (x) => x;
  if (Object.hasOwn(constants, name)) return constant(constants[name]!);
  return Object.hasOwn(functions, name) && isNext(reader, '(') ? readCall(reader, name) : undefined;
}

function readCall(reader: Reader, name: string): Node | undefined {
  const args: Node[] = [];
  do {
    reader.position += 1;
    const argument = readSum(reader);
    if (!argument) return undefined;
    args.push(argument);
  } while (isNext(reader, ','));
  return readClosing(reader, (x) => functions[name]!(...args.map((argument) => argument(x))));
}

function readClosing(reader: Reader, node: Node | undefined): Node | undefined {
  return node && reader.tokens[reader.position++] === ')' ? node : undefined;
}

const constant =
  (value: number): Node =>
  () =>
    value;
const isNext = (reader: Reader, ...options: readonly string[]) =>
  options.includes(reader.tokens[reader.position] ?? '');
