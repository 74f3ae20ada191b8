/**
 * Every exception from a rule is listed with its reason; one without a reason fails.
 */
import { lineAt } from './syntax.mjs';

export const title = 'Suppressions';

const kinds = [
  { name: 'biome-ignore', pattern: /biome-ignore\S* ([^:]+): *(.*)/ },
  { name: '@ts-expect-error', pattern: /@ts-expect-error()[ :-]*(.*)/ },
  { name: 'check-ignore', pattern: /check-ignore ([\w-]+):? *(.*)/ },
];
const forbidden = [/@ts-ignore/, /@ts-nocheck/, /eslint-disable/];

export function check({ sources }) {
  return sources.flatMap((source) => [
    ...source.comments
      .filter(({ value }) => forbidden.some((pattern) => pattern.test(value)))
      .map((comment) => ({
        path: source.path,
        line: lineAt(source, comment.start),
        message: 'this suppression is not used here',
      })),
    ...listSuppressions(source)
      .filter(({ reason }) => reason.length < 8)
      .map(({ path, line, rule }) => ({ path, line, message: `the suppression of ${rule} gives no reason` })),
  ]);
}

/** Each suppression of a file: where, which rule, why. */
export function listSuppressions(source) {
  return source.comments.flatMap((comment) =>
    kinds.flatMap(({ name, pattern }) => {
      const match = pattern.exec(comment.value);
      if (!match) return [];
      const rule = match[1] ? match[1].trim() : name;
      return [{ path: source.path, line: lineAt(source, comment.start), rule, reason: match[2].trim() }];
    }),
  );
}

export function summary({ sources }) {
  const all = sources.flatMap(listSuppressions);
  const lines = all.map(({ path, line, rule, reason }) => `  ${path}:${line} ${rule}: ${reason}`);
  return [`${all.length} suppressions${all.length > 0 ? ':' : ''}`, ...lines].join('\n');
}
