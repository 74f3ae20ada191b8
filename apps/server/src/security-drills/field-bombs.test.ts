import type { TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
beforeAll(async () => {
  world = await startDrillWorld();
});
afterAll(() => world.running.stop());

/** Texts on which careless patterns, parsers and templates never come to an end. */
const texts: readonly (readonly [name: string, text: string])[] = [
  ['one letter', 'a'.repeat(150_000)],
  ['spaces and a letter', `${' '.repeat(150_000)}x`],
  ['line ends', `${'\n'.repeat(100_000)}x`],
  ['open brackets', '(['.repeat(50_000)],
  ['quotes', `'"`.repeat(50_000)],
  ['braces of templates', '{{'.repeat(50_000)],
  ['a template that repeats', '{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}'],
  ['times', '1 day ago : '.repeat(10_000)],
  ['functions of time', 'DATEADD(DATETIME('.repeat(10_000)],
  ['a pattern', `${'(a+)+'.repeat(2000)}$`],
  ['percent signs', '%'.repeat(100_000)],
  ['zero bytes', '\u0000'.repeat(50_000)],
  ['half characters', '\ud800'.repeat(50_000)],
  ['an address', `postgresql://${'a:'.repeat(40_000)}@h/d`],
];

/** A value that the schema takes, or nearly takes, with the text wherever a text may stand. */
function fill(schema: TSchema, text: string, depth = 0): unknown {
  const {
    type,
    anyOf,
    const: constant,
    properties,
    items,
    maxLength,
  } = schema as Record<string, never> & {
    readonly anyOf?: readonly TSchema[];
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly items?: TSchema;
    readonly maxLength?: number;
    readonly type?: string;
    readonly const?: unknown;
  };
  if (depth > 4) return null;
  if (constant !== undefined) return constant;
  if (anyOf) return fill(anyOf.find((one) => (one as { type?: string }).type === 'string') ?? anyOf[0]!, text, depth);
  if (type === 'string') return text.slice(0, maxLength ?? text.length);
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'array') return items ? [fill(items, text, depth + 1)] : [];
  if (!properties) return { [text.slice(0, 1000)]: text };
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fill(one, text, depth + 1)]));
}

describe('texts that wear out who reads them', () => {
  it.each(texts)(
    'are answered calmly by every call, in every field: %s',
    async (name, text) => {
      for (const { method, path, body, id, takesAnyText } of world.running.app.endpoints) {
        if (!body || method === 'DELETE' || id.includes('sign_out')) continue;
        const address = path.replace(/:[A-Za-z_]+/g, '1');
        const answer = await world.admin.send(method, address, { body: fill(body, text) });
        expect([id, name, answer.status < 500 ? '' : answer.text.slice(0, 300)]).toEqual([id, name, '']);
        if (name === 'zero bytes' && !takesAnyText) expect([id, answer.status < 300]).toEqual([id, false]);
        expect(answer.text).not.toMatch(/\n\s+at |node_modules|SQLITE/);
      }
      expect((await world.admin.get('/health')).status).toBe(200);
    },
    60_000,
  );
});
