/**
 * Where endpoints are called stands in the contract alone: elsewhere an address is taken from its table, which also says
 * what is read and answered there. Tests, journeys, measurements and what they are made of may write addresses out, since
 * they hold what the server does against what outsiders call.
 */
import { exceptionAt, isTestFile, lineAt, walk } from './syntax.mjs';

export const title = 'Called addresses';

const rooms = [/^packages\/contract\//, /^(testkit|e2e|bench)\//];
const address = /^\/api\/v1(?![\w-])/;

export function check({ sources }) {
  return sources
    .filter(({ path }) => !isTestFile(path) && !rooms.some((room) => room.test(path)))
    .flatMap((source) => addressesIn(source).filter(({ line }) => !exceptionAt(source, line, 'called-addresses')));
}

function addressesIn(source) {
  const found = [];
  walk(source.program, (node) => {
    const text = textOf(node);
    if (text !== null && address.test(text))
      found.push({
        path: source.path,
        line: lineAt(source, node.start),
        message: `writes out an address: take the endpoint of ${text} from @powerset/contract`,
      });
    return true;
  });
  return found;
}

/** How a string or template literal begins; null for every other node. */
function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis[0]?.value.raw ?? null;
  return null;
}
