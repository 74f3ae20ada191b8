import { expect, it } from 'vitest';
import { describeEndpoints } from './schemas.ts';

/** Bodies in which a field that nobody knows is passed over, and why. */
const open: Readonly<Record<string, string>> = {
  'agent.register': 'programs say more of themselves than is kept',
  'database.create': 'as in the reference',
  'database.update': 'as in the reference',
  'database.validate_parameters': 'as in the reference',
  'mcp.call': 'the protocol says what its messages hold',
};

interface Shape {
  readonly anyOf?: readonly Shape[];
  readonly type?: string;
  readonly additionalProperties?: unknown;
}

function passesUnknown({ anyOf, type, additionalProperties }: Shape): boolean {
  if (anyOf) return anyOf.some(passesUnknown);
  return type === 'object' && additionalProperties !== false;
}

it('refuses fields that nobody knows in every body but those that are listed', () => {
  const found = [...describeEndpoints().values()]
    .filter(({ body, bodyKind = 'json' }) => body && bodyKind === 'json' && passesUnknown(body as Shape))
    .map(({ id }) => id);
  expect(found.sort()).toEqual(Object.keys(open).sort());
});

interface Part {
  readonly anyOf?: readonly Part[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Texts of a body that may be of any length, by where they stand. */
function unboundedTexts(part: Part, place: string): readonly string[] {
  if (part.anyOf) return part.anyOf.flatMap((one) => unboundedTexts(one, place));
  if (part.items) return unboundedTexts(part.items, `${place}[]`);
  if (part.properties)
    return Object.entries(part.properties).flatMap(([name, one]) => unboundedTexts(one, `${place}.${name}`));
  const isFree = part.type === 'string' && part.const === undefined && !part.enum && !part.format;
  const isBounded = part.maxLength !== undefined || (part.pattern !== undefined && !/[*+]/.test(part.pattern));
  return isFree && !isBounded ? [place] : [];
}

/** Queries are bounded as a whole, by the size of their request; long ones are planned in a thread. */
const questions = /^(chart\.data_(batch|slices)|datasource\.samples(_legacy)?)\./;

it('bounds every text that a caller writes', () => {
  const found = [...describeEndpoints().values()].flatMap(({ id, body, bodyKind = 'json' }) =>
    body && bodyKind === 'json' ? unboundedTexts(body as Part, id) : [],
  );
  expect(found.filter((place) => !questions.test(place))).toEqual([]);
});
